#!/usr/bin/env python3
"""Runs `tulenh analyse` as a process: workers, interruption, resuming, bad input.

usage: analyse_test.py <tulenh>
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from terminal import open_terminal

ENGINE = ""
PATIENCE = 120  # seconds until an end counts as missing
START = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1 0-0"
FIELDS = ["id", "fen", "mode", "turn", "result", "depth", "nodes", "time_ms", "lines"]


def positions_of_a_book(count):
    """Positions of the opening book of the repository, a line each."""
    book = pathlib.Path(__file__).parent.parent / "tuning" / "openings" / "standard.epd"
    return book.read_text().splitlines()[:count]


def without_times(text):
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        line.pop("time_ms", None)
    return lines


class Analyse(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.output = self.path("out.jsonl")

    def path(self, name, text=None):
        path = pathlib.Path(self.folder.name) / name
        if text is not None:
            path.write_text(text)
        return str(path)

    def analyse(self, *arguments, text="", status=0):
        run = subprocess.run([ENGINE, "analyse", *arguments], input=text, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, status, run.stderr)
        if status:
            self.assertTrue(run.stderr.startswith("tulenh analyse: "), run.stderr)
            return run.stderr
        self.assertEqual(run.stderr, "")
        return run.stdout

    def start(self, *arguments, **streams):
        process = subprocess.Popen([ENGINE, "analyse", *arguments], **streams)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_lines(self, count):
        """Waits until the output file has so many lines."""
        end = time.monotonic() + PATIENCE
        output = pathlib.Path(self.output)
        while not output.exists() or output.read_text().count("\n") < count:
            self.assertLess(time.monotonic(), end, "no output")
            time.sleep(0.02)

    def test_lines_of_json(self):
        text = f"# comment\n\n{START} bm c5c6;\n11/11 r\n{START}\n"
        lines = [json.loads(line) for line in self.analyse("--nodes", "500", "--multipv", "2", text=text).splitlines()]
        self.assertEqual([line["id"] for line in lines], [1, 2, 3])
        self.assertEqual(list(lines[0]), FIELDS)
        self.assertEqual(lines[1], {"id": 2, "error": {"code": "fen", "text": "standard input: line 4: board: 2 ranks instead of 12"}})
        first = lines[0]
        self.assertEqual((first["fen"], first["mode"], first["result"]), (START, "standard", "ongoing"))
        self.assertEqual(len(first["lines"]), 2)
        for line in first["lines"]:
            self.assertEqual(list(line), ["cp", "wdl", "pv", "fen"])
            self.assertEqual(sum(line["wdl"]), 1000)
            played = subprocess.run([ENGINE, "turn " + line["pv"][0]], capture_output=True, text=True, timeout=PATIENCE)
            self.assertIn(line["fen"], played.stdout.splitlines()[0])
        self.assertEqual(first["turn"], first["lines"][0]["pv"][0])
        self.assertEqual(self.analyse(text=""), "")

    def test_a_game_is_judged(self):
        game = self.path("game", '[Event "x"]\n[Mode "raid"]\n[FEN "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r"]\n\n1. k1k2 j12i12 *\n')
        lines = [json.loads(line) for line in self.analyse("--depth", "2", game).splitlines()]
        self.assertEqual([list(line) for line in lines], [FIELDS + ["played", "loss", "mark"]] * 3)
        self.assertEqual([line["played"] for line in lines], ["k1k2", "j12i12", None])
        self.assertEqual((lines[0]["turn"], lines[0]["mark"], lines[2]["loss"], lines[2]["mark"]), ("j10j12", "??", None, ""))
        text = self.analyse("--depth", "2", "--text", game)
        self.assertIn("played k1k2 ??  loss ", text)
        self.assertIn("Summary of the game\n    Red: 1 turns, ", text)

    def test_the_number_of_workers_changes_nothing(self):
        positions = "\n".join(positions_of_a_book(60) + ["nonsense"] + positions_of_a_book(20))
        one = self.analyse("--nodes", "300", "--workers", "1", text=positions)
        self.assertEqual(one.count("\n"), 81)
        for workers in "2", "5":
            several = self.analyse("--nodes", "300", "--workers", workers, text=positions)
            self.assertEqual(without_times(several), without_times(one))
        # Nor does what came before.
        last = self.analyse("--nodes", "300", text=positions_of_a_book(60)[-1])
        self.assertEqual(without_times(last)[0] | {"id": 60}, without_times(one)[59])

    def test_killed_and_resumed(self):
        positions = self.path("positions.epd", "\n".join(positions_of_a_book(150)) + "\n")
        options = ["--nodes", "2000", "--workers", "2", positions, "--output", self.output]
        self.assertEqual(self.analyse(*options), "")
        whole = pathlib.Path(self.output).read_text()
        self.assertEqual(whole.count("\n"), 150)
        os.remove(self.output)
        process = self.start(*options)
        self.wait_for_lines(20)
        process.kill()
        process.wait()
        kept = pathlib.Path(self.output).read_text()
        self.assertLess(kept.count("\n"), 150)
        kept = kept[:kept.rfind("\n") + 1]
        with open(self.output, "a") as file:
            file.write('{"id":1')  # as if the last line had been cut off
        self.assertEqual(self.analyse(*options, "--resume"), "")
        resumed = pathlib.Path(self.output).read_text()
        self.assertTrue(resumed.startswith(kept))
        self.assertEqual(without_times(resumed), without_times(whole))
        self.assertEqual(self.analyse(*options, "--resume"), "")  # nothing is left to do
        self.assertEqual(pathlib.Path(self.output).read_text(), resumed)

    def test_a_game_is_resumed(self):
        game = self.path("game", "1. c5c6 c8c7 2. f4f6 f9f8 3. f6f8 *\n")
        options = ["--nodes", "500", game, "--output", self.output]
        self.analyse(*options)
        whole = pathlib.Path(self.output).read_text()
        self.assertEqual(whole.count("\n"), 6)
        for count in range(7):
            pathlib.Path(self.output).write_text("".join(whole.splitlines(True)[:count]))
            self.analyse(*options, "--resume")
            self.assertEqual(without_times(pathlib.Path(self.output).read_text()), without_times(whole))

    def test_a_file_that_does_not_belong_is_left_alone(self):
        positions = self.path("positions.epd", "\n".join(positions_of_a_book(3)) + "\n")
        other = self.path("other.epd", "\n".join(positions_of_a_book(5)[2:]) + "\n")
        options = ["--output", self.output, "--resume"]
        self.analyse("--nodes", "300", positions, *options)
        before = pathlib.Path(self.output).read_text()
        for arguments, says in (([positions, "--nodes", "400"], "line 3 comes out otherwise"),
                                ([positions, "--nodes", "300", "--multipv", "2"], "line 3 comes out otherwise"),
                                ([positions, "--nodes", "300", "--mode", "raid"], 'line 1: "mode" is not'),
                                ([other, "--nodes", "300"], 'line 1: "fen" is not')):
            with self.subTest(arguments):
                self.assertIn(says, self.analyse(*arguments, *options, status=1))
                self.assertEqual(pathlib.Path(self.output).read_text(), before)

    def test_interrupted(self):
        positions = self.path("positions.epd", "\n".join(positions_of_a_book(10)) + "\n")
        process = self.start("--movetime", "1000", positions, "--output", self.output, stderr=subprocess.PIPE, text=True)
        self.wait_for_lines(1)
        process.send_signal(signal.SIGINT)
        self.assertIn("interrupted by SIGINT", process.communicate(timeout=PATIENCE)[1])
        self.assertEqual(process.returncode, 130)
        text = pathlib.Path(self.output).read_text()
        self.assertTrue(text.endswith("\n"))
        self.assertLess(len(without_times(text)), 10)
        # While the input is waited for, too.
        os.remove(self.output)
        waiting = self.start("--nodes", "10", "--output", self.output, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        waiting.stdin.write(f"{START}\n")
        waiting.stdin.flush()
        self.wait_for_lines(1)
        waiting.send_signal(signal.SIGTERM)
        self.assertEqual(waiting.wait(PATIENCE), 130)
        waiting.stdin.close()
        waiting.stderr.close()

    def test_the_bar_is_for_terminals(self):
        positions = self.path("positions.epd", "\n".join(positions_of_a_book(30)) + "\n")
        master, slave = open_terminal()
        process = self.start("--nodes", "2000", positions, "--output", self.output, stderr=slave)
        self.assertEqual(process.wait(PATIENCE), 0)
        os.close(slave)
        shown = os.read(master, 65536).decode()
        os.close(master)
        self.assertIn("30/30", shown)

    def test_bad_command_lines(self):
        fine = self.path("fine.epd", START + "\n")
        for arguments, says in ((["--nodes", "0"], "--nodes: 0 is not within 1 to"), (["--depth", "x"], "depth"),
                                (["--workers", "1000"], "--workers"), (["--mode", "moon"], "'moon'"),
                                (["--format", "x"], "--format"), (["--nonsense"], "nonsense"), ([self.path("none")], "none"),
                                ([self.folder.name], self.folder.name), ([fine, "--resume"], "--resume"),
                                ([fine, "-o", self.output, "--resume", "--text"], "--text"), ([fine, "-o", fine], "is read from"),
                                ([fine, "-o", self.folder.name], self.folder.name)):
            with self.subTest(arguments):
                self.assertIn(says, self.analyse(*arguments, status=1))
        self.assertEqual(pathlib.Path(fine).read_text(), START + "\n")
        usage = self.analyse("--help")
        for word in "Usage: tulenh analyse", "--resume", "--workers", "time_ms", "Exit status":
            self.assertIn(word, usage)


def main():
    global ENGINE
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ENGINE = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + [word for pattern in sys.argv[2:] for word in ("-k", pattern)])


if __name__ == "__main__":
    main()
