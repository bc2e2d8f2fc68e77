#!/usr/bin/env python3
"""Talks to the engine as scripts do (PROTOCOL.md): the sessions of a folder and tests that need a process.

usage: protocol_sessions.py <tulenh> [<test name pattern>...]

A session file holds one run of the engine after another:

  !run [arguments]   begins a run; the one before is finished: end of input, no line left over, status 0
  > line             is sent
  !eof               closes the input
  !exit N            finishes the run with this status
  !silent S          nothing comes for S seconds
  !within S          the next line comes within S seconds
  # text             a comment
  ...                any lines, up to one that fits the next
  anything else      a line that has to come; {n} stands for a number, {} for any text

Lines are expected in order, so a session waits for each answer before it goes on.
"""

import os
import pathlib
import queue
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from xml.etree import ElementTree

from terminal import open_terminal

ENGINE = ""
SESSIONS = pathlib.Path(__file__).parent / "sessions"
PATIENCE = 30  # seconds until a line or an end counts as missing


class Engine:
    """A running engine whose output is read line by line."""

    def __init__(self, arguments=(), **streams):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        streams = pipes | streams
        self.process = subprocess.Popen([ENGINE, *arguments], **streams)
        self.lines = queue.Queue()
        if self.process.stdout:
            threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode("utf-8").rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.send_bytes(line.encode() + b"\n")

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, patience=PATIENCE):
        """The next line; None at the end of the output."""
        try:
            return self.lines.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(f"no line within {patience} s") from None

    def until(self, pattern, patience=PATIENCE):
        """All lines up to the one that begins like this, which is the last."""
        lines = []
        while not lines or not lines[-1].startswith(pattern):
            line = self.line(patience)
            if line is None:
                raise AssertionError(f"the output ended before {pattern!r}: {lines}")
            lines.append(line)
        return lines

    def finish(self, patience=PATIENCE):
        """Closes the input; returns the lines left over and the exit status."""
        if self.process.stdin and not self.process.stdin.closed:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        left = []
        while (line := self.line(patience)) is not None:
            left.append(line)
        return left, self.process.wait(patience)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass


def pattern_of(expected):
    parts = re.split(r"(\{n?\})", expected)
    return re.compile("".join({"{n}": r"-?\d+", "{}": ".*"}.get(p, re.escape(p)) for p in parts))


class Session:
    """Plays the lines of a session; `name` and the number of the first line tell where a fault is."""

    def __init__(self, name, lines, first=1):
        self.name, self.lines, self.first = name, lines, first
        self.engine = None

    def play(self):
        skipping, patience = False, PATIENCE
        try:
            for number, line in enumerate(self.lines, self.first):
                self.place = f"{self.name}:{number}"
                if not line or line.startswith("#"):
                    continue
                if line.startswith("!run"):
                    self.finish()
                    self.engine = Engine(shlex.split(line[4:]))
                elif line.startswith("!exit"):
                    self.finish(int(line[5:]))
                elif line == "!eof":
                    self.engine.process.stdin.close()
                elif line.startswith("!silent"):
                    self.silent(float(line[7:]))
                elif line.startswith("!within"):
                    patience = float(line[7:])
                elif line.startswith("!"):
                    raise AssertionError(f"{self.place}: unknown directive {line}")
                elif line.startswith(">"):
                    self.engine.send(line[2:])
                elif line == "...":
                    skipping = True
                else:
                    self.expect(line, skipping, patience)
                    skipping, patience = False, PATIENCE
            self.place = f"{self.name}: end"
            self.finish()
        finally:
            if self.engine:
                self.engine.__exit__()

    def expect(self, expected, skipping, patience):
        pattern = pattern_of(expected)
        while True:
            try:
                line = self.engine.line(patience)
            except AssertionError as problem:
                raise AssertionError(f"{self.place}: {problem}: {expected}") from None
            if line is not None and pattern.fullmatch(line):
                return
            if line is None or not skipping:
                raise AssertionError(f"{self.place}: expected {expected!r}, got {line!r}")

    def silent(self, seconds):
        time.sleep(seconds)
        if not self.engine.lines.empty():
            raise AssertionError(f"{self.place}: got {self.engine.lines.get()!r}")

    def finish(self, expected_status=0):
        if not self.engine:
            return
        left, status = self.engine.finish()
        self.engine.__exit__()
        self.engine = None
        if left or status != expected_status:
            raise AssertionError(f"{self.place}: status {status}, lines left over: {left}")


class Sessions(unittest.TestCase):
    """One test for each session file, and the sessions that are shown to readers."""

    def test_sessions_in_the_readme(self):
        path = SESSIONS.parent.parent / "protocol" / "README.md"
        lines = path.read_text().splitlines()
        begins = [number for number, line in enumerate(lines) if line == "```session"]
        self.assertGreaterEqual(len(begins), 9)
        for begin in begins:
            end = lines.index("```", begin)
            with self.subTest(f"line {begin + 1}"):
                Session(path.name, ["!run", *lines[begin + 1:end]], begin + 1).play()


def add_session(path):
    setattr(Sessions, "test_" + path.stem, lambda self: Session(path.name, path.read_text().splitlines()).play())


def long_game():
    """A battle of 2,100 turns: the commanders walk, and now and then a heroic aircraft bombs a piece."""
    red_targets = ["i1", "i2", "i3", "i4", "h4", "g3", "f2", "e1", "h5", "g5", "e5", "j4", "i6", "i7"]
    blue_targets = ["f7", "f8", "f9", "f10", "f11", "g7", "h8", "i9", "j10", "e7", "d8", "c9", "e6", "d6"]
    board = dict(zip(red_targets, "TTEEAAGGSHHIIM")) | dict(zip(blue_targets, "tteeaaggshhiim"))
    board |= {"f6": "+F", "i5": "+f", "k1": "C", "c12": "c"}
    ranks = []
    for rank in range(12, 0, -1):
        text, empty = "", 0
        for file in "abcdefghijk":
            piece = board.get(f"{file}{rank}")
            if piece:
                text += (str(empty) if empty else "") + piece
            empty = 0 if piece else empty + 1
        ranks.append(text + (str(empty) if empty else ""))
    fen = "/".join(ranks) + " r - - 0 1"
    red, blue = ["k1k2", "k2k1"], ["c12c11", "c11c12"]
    turns = []
    captures = [f"f6{b}s" for b in blue_targets], [f"i5{r}s" for r in red_targets]
    walked = [0, 0]
    for n in range(2100):
        side = n % 2
        # 75 turns from one capture to the next, so that each side captures in its turn.
        if n % 75 == 74 and captures[side]:
            turns.append(captures[side].pop())
        else:
            turns.append((red, blue)[side][walked[side] % 2])
            walked[side] += 1
    return fen, turns


class Process(unittest.TestCase):
    """What a script of lines cannot say."""

    def test_lines_may_come_in_pieces(self):
        with Engine() as engine:
            for byte in b"isready\r\nisre":
                engine.send_bytes(bytes([byte]))
                time.sleep(0.005)
            self.assertEqual(engine.line(), "readyok")
            engine.send_bytes(b"ady\nisready\nisready")
            self.assertEqual(engine.line(), "readyok")
            self.assertEqual(engine.line(), "readyok")
            # The last line has no end.
            self.assertEqual(engine.finish(), (["readyok"], 0))

    def test_lines_may_end_as_on_windows(self):
        commands = ["setoption name Mode value sea", "setoption name Debug Log File value <empty>",
                    "position startpos moves c5c6", "d", "turn c8c7", "nonsense", "go depth 1 searchmoves c8c7"]
        answers = []
        for end in (b"\n", b"\r\n"):
            with Engine() as engine:
                for command in commands:
                    engine.send_bytes(command.encode() + end)
                # How fast it was differs.
                answers.append([line.partition(" nodes ")[0] for line in engine.until("bestmove")])
        self.assertIn("Mode: sea", answers[0])
        self.assertEqual(answers[0], answers[1])

    def test_nul_bytes_and_long_lines(self):
        with Engine() as engine:
            engine.send_bytes(b"is\0ready\nd\0\n\0\n\xff\xfe\n" + b"x" * 1_000_000 + b"\n")
            for _ in range(5):
                self.assertTrue(engine.line().startswith("info string error unknown: "))
            engine.send_bytes(b"position fen " + b"1/" * 500_000 + b"\n")
            self.assertTrue(engine.line().startswith("info string error fen: "))
            engine.send_bytes(b"go " + b"x " * 500_000 + b"depth 1\n")
            lines = engine.until("bestmove")
            self.assertEqual(lines[-1], "bestmove 0000")  # the position was refused
            engine.send_bytes(b"position startpos moves" + b" " * 1_000_000 + b"c5c6\n")
            engine.send("result")
            self.assertEqual(engine.line(), "result ongoing")
            engine.send_bytes(b"go " + b"x " * 500_000 + b"depth 1\n")
            lines = engine.until("bestmove")
            self.assertTrue(lines[0].startswith("info string error unknown: "))
            self.assertNotEqual(lines[-1], "bestmove 0000")
            self.assertEqual(engine.finish(), ([], 0))

    def test_a_line_without_end(self):
        with Engine() as engine:
            for _ in range(40):
                engine.send_bytes(b"y" * (1 << 20))
            engine.send_bytes(b"\nisready\n")
            self.assertTrue(engine.line().startswith("info string error "))
            self.assertEqual(engine.line(), "readyok")
            memory = pathlib.Path(f"/proc/{engine.process.pid}/status")
            if memory.exists():
                peak = re.search(r"VmHWM:\s+(\d+)", memory.read_text())
                self.assertLess(int(peak[1]), 400_000)

    def test_thousands_of_turns(self):
        fen, turns = long_game()
        with Engine() as engine:
            engine.send("setoption name Mode value raid")
            engine.send(f"position fen {fen} moves {' '.join(turns)}")
            engine.send("d")
            lines = engine.until("Result: ")
            self.assertEqual(lines[-1], "Result: ongoing", lines)
            self.assertIn(" r - - 0 1051 ", [line for line in lines if line.startswith("Fen: ")][0])
            # The turn before the last capture ends in a position met often.
            engine.send(f"position fen {fen} moves {' '.join(turns[:-1])}")
            engine.send("result")
            self.assertTrue(engine.line().startswith("result draw repetition"))
            engine.send("go depth 1")
            self.assertNotEqual(engine.until("bestmove")[-1], "bestmove 0000")

    def test_movetime_is_kept(self):
        with Engine() as engine:
            for milliseconds in (1, 100, 500):
                begin = time.monotonic()
                engine.send(f"go movetime {milliseconds}")
                engine.until("bestmove")
                self.assertLess(time.monotonic() - begin, milliseconds / 1000 + 10)

    def test_move_overhead_is_kept_back(self):
        with Engine() as engine:
            engine.send("setoption name Move Overhead value 4900")
            begin = time.monotonic()
            engine.send("go wtime 5000 movestogo 1")
            engine.until("bestmove")
            self.assertLess(time.monotonic() - begin, 1.5)

    def test_stop_ends_an_infinite_search(self):
        with Engine() as engine:
            engine.send("go infinite")
            time.sleep(0.3)
            begin = time.monotonic()
            engine.send("stop")
            engine.send("position startpos moves c5c6")
            engine.send("isready")
            lines = engine.until("readyok")
            self.assertLess(time.monotonic() - begin, 10)
            self.assertTrue(lines[-2].startswith("bestmove "), lines)
            self.assertEqual(sum(line.startswith("bestmove ") for line in lines), 1)

    def test_whoever_has_read_bestmove_may_go_on(self):
        with Engine() as engine:
            for _ in range(200):
                engine.send("go depth 1")
                engine.until("bestmove")
                engine.send("position startpos")
            engine.send("isready")
            self.assertEqual(engine.line(), "readyok")

    def test_quit_during_a_search(self):
        with Engine() as engine:
            engine.send("go infinite")
            time.sleep(0.1)
            engine.send("quit")
            lines, status = engine.finish(5)
            self.assertEqual(status, 0)
            self.assertTrue(lines[-1].startswith("bestmove "))

    def test_the_end_of_input(self):
        for command, last in (("go depth 2", "bestmove "), ("go infinite", "bestmove "), ("go", "bestmove "),
                              ("go movetime 300", "bestmove "), ("go perft 2", "Nodes searched: 13000"),
                              ("go ponder movetime 1", "bestmove "), ("go nodes 2000\nisready", None),
                              ("", None)):
            with self.subTest(command), Engine() as engine:
                engine.send(command)
                lines, status = engine.finish()
                self.assertEqual(status, 0)
                if last:
                    self.assertTrue(lines[-1].startswith(last), lines)
                elif command:
                    self.assertEqual(sum(line.startswith("bestmove ") for line in lines), 1)
                else:
                    self.assertEqual(lines, [])

    def closed_stdout(self, before, after, patience=5):
        """Closes the reading end of stdout between two groups of lines; the engine has to end at once."""
        reading, writing = os.pipe()
        with Engine(stdout=writing) as engine:
            os.close(writing)
            for line in before:
                engine.send(line)
            time.sleep(0.3)
            os.close(reading)
            for line in after:
                try:
                    engine.send(line)
                except BrokenPipeError:
                    break
            self.assertEqual(engine.process.wait(patience), 0)

    def test_stdout_closed(self):
        self.closed_stdout([], [])
        self.closed_stdout(["uci"], ["isready"])
        for search in ("go infinite", "go movetime 600000", "go ponder wtime 1000 btime 1000", "go perft 9"):
            self.closed_stdout([search], [])

    def test_stdout_closed_after_the_end_of_input(self):
        reading, writing = os.pipe()
        with Engine(stdout=writing) as engine:
            os.close(writing)
            engine.send("go perft 9")
            engine.process.stdin.close()
            time.sleep(0.2)
            self.assertIsNone(engine.process.poll())
            os.close(reading)
            self.assertEqual(engine.process.wait(5), 0)

    def test_stdout_closed_in_one_shot_use(self):
        # One writes into the closed pipe, the other would not for a long time.
        for arguments in (["uci"], ["go", "perft", "9"]):
            reading, writing = os.pipe()
            os.close(reading)
            with self.subTest(arguments), Engine(arguments, stdout=writing) as engine:
                os.close(writing)
                self.assertEqual(engine.process.wait(5), 0)

    def test_streams_closed_from_outside(self):
        for words in ("uci >&-", "<&- 2>&-"):
            command = ["sh", "-c", f"{shlex.quote(ENGINE)} {words}"]
            shell = subprocess.run(command, capture_output=True, timeout=PATIENCE)
            self.assertEqual((shell.returncode, shell.stdout), (0, b""))

    def test_a_file_does_not_take_the_place_of_stdout(self):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            option = shlex.quote(f"setoption name Debug Log File value {log}")
            subprocess.run(["sh", "-c", f"{shlex.quote(ENGINE)} {option} uci >&-"], timeout=PATIENCE)
            self.assertFalse(log.exists() and "uciok\n" in log.read_text().splitlines(True))

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(subprocess.run([ENGINE, "uci"], stdout=full, timeout=PATIENCE).returncode, 1)

    def test_a_slow_reader_loses_nothing(self):
        reading, writing = os.pipe()
        with Engine(stdout=writing) as engine:
            os.close(writing)
            for _ in range(300):
                engine.send("moves")
            engine.process.stdin.close()
            time.sleep(0.5)
            with os.fdopen(reading) as output:
                self.assertEqual(sum(line == "moves 114\n" for line in output), 300)
            self.assertEqual(engine.process.wait(PATIENCE), 0)

    def test_log_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a log.txt"
            with Engine() as engine:
                engine.send(f"setoption name Debug Log File value {path}")
                engine.send("isready")
                engine.send("nonsense")
                self.assertEqual(engine.line(), "readyok")
                self.assertTrue(engine.line().startswith("info string error unknown: "))
                self.assertEqual(engine.finish(), ([], 0))
            lines = path.read_text().splitlines()
            for line in lines:
                self.assertRegex(line, r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (<<|>>) ")
            self.assertEqual([line[24:] for line in lines][:3], ["<< isready", ">> readyok", "<< nonsense"])

    def test_debug_notes_and_wire_traffic_in_the_log_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "log"
            with Engine(stderr=subprocess.PIPE) as engine:
                engine.send(f"setoption name Debug Log File value {path}")
                engine.send("debug on")
                engine.send("position startpos moves c5c6")
                engine.send("debug off")
                engine.send("position startpos")
                # Whatever bytes come, a line of the file is a line of the protocol.
                engine.send_bytes(b"is\0ready\r\r\n\x1b[31m\n")
                engine.send("go depth 1")
                engine.until("bestmove")
                self.assertEqual(engine.finish(), ([], 0))
                self.assertEqual(engine.process.stderr.read(), b"")
                engine.process.stderr.close()
            lines = [line[24:] for line in path.read_text().splitlines()]
            self.assertEqual(lines[:2], ["<< debug on", "-- debug on"])
            self.assertTrue(lines[3].startswith("-- position "), lines[3])
            self.assertEqual(sum(line.startswith("-- ") for line in lines), 2)
            self.assertIn("<< is\\x00ready\\x0d", lines)
            self.assertIn("<< \\x1b[31m", lines)
            self.assertTrue(lines[-1].startswith(">> bestmove "))

    def test_a_front_end_sends_the_whole_game_after_every_turn(self):
        fen, turns = long_game()
        with Engine() as engine:
            engine.send("setoption name Mode value raid")
            for length in range(0, 2001, 100):
                engine.send(f"position fen {fen} moves {' '.join(turns[:length])}")
                engine.send("go nodes 1")
                self.assertNotEqual(engine.until("bestmove")[-1], "bestmove 0000")
            # A bad turn far back is named, and one after it changes nothing.
            bad = turns[:1999] + ["a1a1"] + turns[2000:]
            engine.send(f"position fen {fen} moves {' '.join(bad)}")
            self.assertRegex(engine.line(), r"^info string error no-piece: position: turn 2000, 'a1a1': ")
            self.assertEqual(engine.finish(), ([], 0))

    def test_only_protocol_on_stdout(self):
        with Engine(stderr=subprocess.PIPE) as engine:
            engine.send("debug on")
            engine.send("position startpos")
            engine.send("isready")
            self.assertEqual(engine.line(), "readyok")
            self.assertEqual(engine.finish(), ([], 0))
            self.assertNotEqual(engine.process.stderr.read(), b"")
            engine.process.stderr.close()

    def test_the_signature_of_bench(self):
        lasts = []
        for _ in range(2):
            run = subprocess.run([ENGINE, "bench", "1"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(run.returncode, 0)
            lasts.append(re.fullmatch(r"(\d+) nodes \d+ nps", run.stdout.splitlines()[-1])[1])
        self.assertEqual(lasts[0], lasts[1])


class Convert(unittest.TestCase):
    """`tulenh convert`: games from one text form into another."""

    GAME = """[Event "?"]
[Site "?"]
[Date "?"]
[Round "?"]
[Red "?"]
[Blue "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Mode "sea"]
[Points "20-0"]

1. c5c6 {!!} c8c7 2. f4f6 f9f8 3. f6f8 *

"""
    RECORD = GAME.replace("c5c6 {!!} c8c7 2. f4f6 f9f8 3. f6f8",
                          "B4,2_5,2 !! B7,2_6,2 2. T3,5_5,5 T8,5_7,5 3. T5,5@T7,5")
    TURNS = "mode sea c5c6 c8c7 f4f6 f9f8 f6f8\n"

    def convert(self, *arguments, text="", status=0):
        run = subprocess.run([ENGINE, "convert", *arguments], input=text, capture_output=True, text=True,
                             timeout=PATIENCE)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stderr if status else run.stdout

    def test_every_form_into_every_other(self):
        forms = {"games": self.GAME, "record": self.RECORD, "turns": self.TURNS}
        for source, text in forms.items():
            for target, expected in forms.items():
                with self.subTest(f"{source} {target}"):
                    if source == "turns":
                        expected = expected.replace(" {!!}", "").replace(" !!", "")
                    self.assertEqual(self.convert("--from", source, "--to", target, text=text), expected)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            source, target = os.path.join(folder, "a game"), os.path.join(folder, "turns")
            pathlib.Path(source).write_text(self.GAME)
            self.assertEqual(self.convert("--from", "games", "--to", "turns", source, "-o", target), "")
            self.assertEqual(pathlib.Path(target).read_text(), self.TURNS)
            for bad in ([folder], [os.path.join(folder, "none")], [source, "-o", folder], [source, source]):
                with self.subTest(bad):
                    message = self.convert("--from", "games", "--to", "turns", *bad, status=1)
                    self.assertTrue(message.startswith("tulenh convert: "), message)

    def test_where_games_begin(self):
        arguments = ("--from", "record", "--to", "turns", "--mode", "raid", "--fen", "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r")
        self.assertEqual(self.convert(*arguments, text="T9,9@*11,9^"),
                         "mode raid fen 9c1/11/9T1/11/11/11/11/11/11/11/11/10C r - - 0 1 0-0 moves j10j12\n")

    def test_faults_name_the_place_and_the_rest_is_converted(self):
        run = subprocess.run([ENGINE, "convert", "--from", "turns", "--to", "record"], input="c5c6 c8c1\nc5c6\n",
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, 1)
        self.assertTrue(run.stderr.startswith("tulenh convert: standard input: line 1, column 6: turn 2, c8c1: "),
                        run.stderr)
        self.assertIn("\n1. B4,2_5,2 *\n", run.stdout)

    def test_bad_options(self):
        for arguments, says in ((["--from", "games"], "--to"), (["--from", "x", "--to", "games"], "'x'"),
                                (["--from", "games", "--to", "y"], "'y'"), (["--nonsense"], "nonsense"),
                                (["--from", "turns", "--to", "games", "--mode", "moon"], "'moon'"),
                                (["--from", "turns", "--to", "games", "--fen", "11 r"], "--fen")):
            with self.subTest(arguments):
                self.assertIn(says, self.convert(*arguments, status=1))


class Diagram(unittest.TestCase):
    """`tulenh diagram`, and the colours of `d`."""

    SVG = "{http://www.w3.org/2000/svg}"

    def diagram(self, *arguments, status=0):
        run = subprocess.run([ENGINE, "diagram", *arguments], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stderr if status else run.stdout

    def pieces(self, picture):
        """The symbols on each point, as in a FEN, the order of drawing kept."""
        found = {}
        for group in ElementTree.fromstring(picture).findall(f"{self.SVG}g[@id]"):
            text = ""
            for piece in group:
                disc, *marks = [use.get("href") for use in piece]
                letter = marks[0].removeprefix("#piece-")
                self.assertEqual(disc.endswith("-hero"), "#hero" in marks)
                text += ("+" if "#hero" in marks else "") + (letter if disc.startswith("#red") else letter.lower())
            found[group.get("id")] = text
        return found

    def test_every_piece_and_every_member_of_a_stack_is_drawn(self):
        fen = "2(nft)1hc1(+fti)3/3a2s4/11/10A/4g+m5/3(ea)+I+E+A+G+S2/3(EG)7/2(+NCI)+T7/3(FM)3H3/11/11/1+n9 b"
        self.assertEqual(self.pieces(self.diagram(fen)), {
            "c12": "nft", "e12": "h", "f12": "c", "h12": "+fti", "d11": "a", "g11": "s", "k9": "A", "e8": "g", "f8": "+m",
            "d7": "ea", "e7": "+I", "f7": "+E", "g7": "+A", "h7": "+G", "i7": "+S", "d6": "EG", "c5": "+NIC", "d5": "+T",
            "d4": "FM", "h4": "H", "b1": "+n"})

    def test_it_needs_no_other_file(self):
        root = ElementTree.fromstring(self.diagram())
        names = {element.get("id") for element in root.iter()}
        for element in root.iter():
            for value in element.attrib.values():
                for used in re.findall(r"url\((.*?)\)", value) + ([value] if value.startswith("#piece") else []):
                    self.assertIn(used.removeprefix("#"), names)
            if element.get("href"):
                self.assertIn(element.get("href").removeprefix("#"), names)
        texts = [text.text for text in root.iter(f"{self.SVG}text")]
        for text in [*"abcdefghijk", *map(str, range(1, 13))]:
            self.assertEqual(texts.count(text), 2)
        self.assertIn("Red to move", texts)

    def test_a_turn_is_played_and_drawn(self):
        fen = "9c1/n3t6/11/2N8/11/11/11/11/11/11/11/10C r"
        plain, played = self.diagram(fen), self.diagram(fen, "--mode", "raid", "-t", "c9:Ne11s,Na11")
        self.assertEqual((plain.count("url(#head)"), played.count("url(#head)")), (0, 2))
        self.assertEqual(played.count("stroke-dasharray"), 1)
        self.assertEqual(self.pieces(played), {"j12": "c", "a11": "+N", "k1": "C"})
        self.assertIn("Blue to move", played)
        self.assertIn(">100 – 0<", played)

    def test_the_picture_in_the_readme_is_up_to_date(self):
        top = pathlib.Path(__file__).parent.parent
        command = re.search(r"^build/release/tulenh diagram (.*) -o (\S+)$", (top / "README.md").read_text(), re.M)
        self.assertEqual(self.diagram(*shlex.split(command[1])), (top / command[2]).read_text())
        self.assertIn(f"]({command[2]})", (top / "README.md").read_text())

    def test_files_and_bad_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "board.svg"
            self.assertEqual(self.diagram("-o", str(path), "-w", "300"), "")
            self.assertEqual(ElementTree.parse(path).getroot().get("width"), "300")
            for arguments, says in ((["-o", folder], folder), (["11/11 r"], "ranks"), (["-t", "c5c9"], "c9 is out of its reach"),
                                    (["-w", "99"], "--width"), (["-m", "moon"], "'moon'"), (["-w", "x"], "width"),
                                    (["a", "b"], "")):
                with self.subTest(arguments):
                    message = self.diagram(*arguments, status=1)
                    self.assertTrue(message.startswith("tulenh diagram: "), message)
                    self.assertIn(says, message)

    def board_on_a_terminal(self, environment):
        """What `d` writes to a terminal."""
        master, slave = open_terminal()
        with Engine(["d"], stdout=slave, env=os.environ | environment) as engine:
            os.close(slave)
            text = b""
            try:
                while piece := os.read(master, 65536):
                    text += piece
            except OSError:  # the other side is closed
                pass
            engine.process.wait(PATIENCE)
        os.close(master)
        return text.decode().replace("\r\n", "\n")

    def test_colours_only_on_a_terminal(self):
        plain = subprocess.run([ENGINE, "d"], capture_output=True, text=True, timeout=PATIENCE).stdout
        self.assertNotIn("\x1b", plain)
        coloured = self.board_on_a_terminal({"TERM": "xterm"})
        self.assertRegex(coloured, "\x1b\\[[0-9;]*91m +C\x1b")
        self.assertRegex(coloured, "\x1b\\[[0-9;]*94m +c\x1b")
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", coloured), plain)
        for environment in ({"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": ""}):
            self.assertEqual(self.board_on_a_terminal(environment), plain)


def main():
    global ENGINE
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ENGINE = os.path.abspath(sys.argv[1])
    for path in sorted(SESSIONS.glob("*.txt")):
        add_session(path)
    arguments = [argument for pattern in sys.argv[2:] for argument in ("-k", pattern)]
    unittest.main(argv=[sys.argv[0], *arguments])


if __name__ == "__main__":
    main()
