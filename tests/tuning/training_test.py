"""Tests of the tools that make and use training games:
training_test.py <tulenh-datagen> <tulenh-tune> <eval/parameter_table.h>
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

DATAGEN, TUNE, TABLE = sys.argv[1:4]


class TrainingTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def command(self, name, *options, games=8):
        return [DATAGEN, "--games", str(games), "--nodes", "50", *options, "--output", self.path(name)]

    def generate(self, name, *options, games=8, status=0):
        done = subprocess.run(self.command(name, *options, games=games), capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def tune(self, *arguments, status=0):
        done = subprocess.run([TUNE, *arguments], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def test_same_options_same_games(self):
        self.generate("one")
        self.generate("two")
        self.generate("other", "--seed", "2")
        self.assertEqual(self.read("one"), self.read("two"))
        self.assertNotEqual(self.read("one")[40:], self.read("other")[40:])

    def test_goes_on_where_it_was(self):
        self.generate("whole", games=12)
        self.generate("parts", games=5)
        self.generate("parts", games=12)
        self.assertEqual(self.read("parts"), self.read("whole"))
        # Killed while it wrote.
        for cut in (1, 9, 100):
            with open(self.path("torn"), "wb") as file:
                file.write(self.read("whole")[:-cut])
            self.generate("torn", games=12)
            self.assertEqual(self.read("torn"), self.read("whole"))

    def test_goes_on_after_an_interrupt(self):
        self.generate("whole", games=40)
        process = subprocess.Popen(self.command("file", games=40), stderr=subprocess.DEVNULL)
        while not os.path.exists(self.path("file")) or os.path.getsize(self.path("file")) < 2000:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertIn(process.wait(60), (0, 130))
        self.generate("file", games=40)
        self.assertEqual(self.read("file"), self.read("whole"))

    def test_shards_make_the_whole(self):
        """Every game of the whole is in one of the parts, byte by byte."""
        self.generate("whole", games=9)
        parts = []
        for i in range(3):
            self.generate(f"part{i}", "--shard", f"{i + 1}/3", games=9)
            parts.append(self.read(f"part{i}")[40:])
        whole = self.read("whole")[40:]
        self.assertEqual(sum(map(len, parts)), len(whole))
        for game in range(9):
            size = 8 + int.from_bytes(whole[:4], "little")
            part = parts[game % 3]
            self.assertEqual(part[:size], whole[:size])
            parts[game % 3] = part[size:]
            whole = whole[size:]

    def test_other_options_are_refused(self):
        self.generate("file")
        before = self.read("file")
        self.assertIn("made with other options", self.generate("file", "--seed", "2", status=1))
        self.assertIn("made with other options", self.generate("file", "--mode", "sea", status=1))
        self.assertEqual(self.read("file"), before)

    def test_bad_arguments(self):
        self.assertIn("unknown mode moon", self.generate("file", "--mode", "moon", status=2))
        for shard in ("0/2", "3/2", "1", "1/2x", "a/b", "1/0"):
            self.assertIn("--shard", self.generate("file", "--shard", shard, status=2))
        for games in (0, -5):
            self.assertIn(f"--games: {games} is not from 1 to", self.generate("file", games=games, status=2))
        self.assertFalse(os.path.exists(self.path("file")))

    def test_tune(self):
        self.generate("games", games=60)
        shutil.copy(TABLE, self.path("table"))
        text = self.tune("--table", self.path("table"), "--csv", self.path("csv"), "--epochs", "3", "--batch", "500",
                         "--holdout", "20", self.path("games"))
        self.assertIn("60 games", text)
        self.assertIn("before: hold-out loss", text)
        lines = self.read("csv").decode().splitlines()
        self.assertEqual(lines[0].split(",")[:3], ["epoch", "training", "holdout"])
        self.assertEqual([line.split(",")[0] for line in lines[1:]], ["0", "1", "2", "3"])
        for line in lines[1:]:
            self.assertEqual(len(line.split(",")), len(lines[0].split(",")))
        first, last = (float(lines[i].split(",")[1]) for i in (1, -1))
        self.assertLess(last, first)
        with open(TABLE) as file:
            old = file.read()
        new = self.read("table").decode()
        # The values of the epoch with the best hold-out loss are written, be it that before the first.
        holdout = [float(line.split(",")[2]) for line in lines[1:]]
        self.assertEqual(new != old, holdout.index(min(holdout)) != 0)
        self.assertEqual(len(new.splitlines()), len(old.splitlines()))

    def test_win_rates(self):
        self.generate("games", games=60)
        lines = self.tune("--win-rates", "--holdout", "20", self.path("games")).splitlines()
        self.assertTrue(lines[0].startswith("60 games, "))
        curves = [re.fullmatch(r"    Curve\{\{(-?\d+), (-?\d+)\}, \{(-?\d+), (-?\d+)\}\},  // (\w+)", line)
                  for line in lines[-5:]]
        self.assertEqual([curve[5] for curve in curves], ["standard", "sea", "air", "land", "raid"])

    def test_win_rates_refuse(self):
        self.assertIn("--table or --win-rates is missing", self.tune("games", status=2))
        self.assertIn("cannot read", self.tune("--win-rates", self.path("none"), status=1))
        self.generate("games", games=1)
        self.assertIn("too few games: 1", self.tune("--win-rates", self.path("games"), status=1))

    def test_tune_refuses(self):
        self.generate("games", games=2)
        shutil.copy(TABLE, self.path("table"))
        self.assertIn("too few games", self.tune("--table", self.path("table"), self.path("games"), status=1))
        self.assertIn("cannot read", self.tune("--table", self.path("none"), self.path("games"), status=1))
        self.assertIn("training games", self.tune("--table", self.path("table"), self.path("table"), status=1))
        self.assertIn("--result-share", self.tune("--table", self.path("table"), "--result-share", "2",
                                                  self.path("games"), status=2))
        with open(self.path("games"), "r+b") as file:
            file.seek(60)
            file.write(b"\xff\xff")
        self.assertIn("checksum", self.tune("--table", self.path("table"), self.path("games"), status=1))
        with open(TABLE) as file:
            self.assertEqual(self.read("table").decode(), file.read())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
