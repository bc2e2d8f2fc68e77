"""Tests of tulenh-spsa with an engine whose option Seed chooses its turns:
spsa_test.py <tulenh-spsa> <tulenh_dummy_engine>
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

SPSA, DUMMY = sys.argv[1:3]
BOARD = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4"


class SpsaTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        with open(self.path("book.epd"), "w") as file:
            file.writelines(f"{BOARD} {'rb'[i % 2]} - - {i} 1 0-0\n" for i in range(8))

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def command(self, state, *options, iterations=6, param="Seed=40,1,90,8"):
        return [SPSA, "--engine", DUMMY, "--nodes", "10", "--openings", self.path("book.epd"), "--mode", "sea",
                "--pairs", "2", "--max-moves", "30", "--param", param, "--iterations", str(iterations), "--state",
                self.path(state), *options]

    def spsa(self, *arguments, status=0, **keys):
        done = subprocess.run(self.command(*arguments, **keys), capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def state(self, name):
        with open(self.path(name)) as file:
            return json.load(file)

    def test_a_run(self):
        text = self.spsa("one")
        self.assertIn("6 of 6 iterations, 24 games", text)
        state = self.state("one")
        self.assertEqual(len(state["results"]), 6)
        self.assertEqual({sum(result) for result in state["results"]}, {4})
        self.assertTrue(any(wins != losses for wins, _, losses in state["results"]))
        start, tuned, rounded = re.search(r"^Seed +(\S+) +(\S+) +(\S+)", text, re.MULTILINE).groups()
        self.assertEqual(start, "40")
        self.assertEqual(tuned, f"{state['values']['Seed']:.2f}")
        self.assertEqual(int(rounded), round(state["values"]["Seed"]))
        self.assertNotEqual(state["values"]["Seed"], 40)
        # Two games at a time give the same, and a finished run is only told again.
        self.assertEqual(self.spsa("two", "--concurrency", "2"), text)
        self.assertEqual(self.state("two"), state)
        self.assertEqual(self.spsa("two"), text)
        self.spsa("three", "--seed", "2")
        self.assertNotEqual(self.state("three")["results"], state["results"])

    def finished(self, name):
        return self.state(name)["finished"] if os.path.exists(self.path(name)) else 0

    def stop_after(self, finished, with_signal, *options):
        """Starts a run of 20 iterations and ends it by the signal after so many of them."""
        process = subprocess.Popen(self.command("parts", *options, iterations=20), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and self.finished("parts") < finished:
            time.sleep(0.01)
        process.send_signal(with_signal)
        return process.communicate(timeout=60), process.returncode

    def test_goes_on_after_any_end(self):
        self.spsa("whole", iterations=20)
        _, status = self.stop_after(3, signal.SIGKILL)
        self.assertEqual(status, -signal.SIGKILL)
        before = self.finished("parts")
        (out, err), status = self.stop_after(before + 3, signal.SIGINT)
        self.assertEqual(status, 130)
        self.assertIn(" of 20 iterations", out)
        self.assertIn("SIGINT ended the run", err)
        self.assertGreaterEqual(self.finished("parts"), before + 3)
        self.spsa("parts", iterations=20)
        self.assertEqual(self.state("parts"), self.state("whole"))

    def test_a_state_of_another_run_is_refused(self):
        self.spsa("one")
        before = self.state("one")
        self.assertIn("of another run: seed is 1 there and 2 here", self.spsa("one", "--seed", "2", status=1))
        self.assertIn("another run: games/engines/0/limits", self.spsa("one", "--tc", "1", status=1))
        self.assertIn("another run: parameters/Seed/start", self.spsa("one", param="Seed=41,1,90,8", status=1))
        with open(self.path("book.epd"), "a") as file:
            file.write(f"{BOARD} r - - 20 1 0-0\n")
        self.assertIn("another run: games/openings", self.spsa("one", status=1))
        self.assertEqual(self.state("one"), before)

    def test_what_the_engine_does_not_know(self):
        error = self.spsa("state", param="Moons=1,0,4", status=1)
        self.assertRegex(error, r"engine \S*dummy_engine[+-] has no option Moons")
        error = self.spsa("state", param="Hash=0,-1,1,0.001", status=1)
        self.assertIn("does not accept its options", error)
        self.assertEqual(self.state("state")["results"], [])

    def test_a_faulty_engine_ends_the_run(self):
        error = self.spsa("state", "--args", "fault=crash at=3", status=1)
        self.assertIn("loses by crash (signal 9", error)
        self.assertIn("tulenh-spsa: iteration 1: the engine loses by crash", error)
        self.assertEqual(self.state("state")["results"], [])

    def test_a_loss_on_time_counts(self):
        self.spsa("state", "--tc", "0.2", "--args", "fault=slow at=3", iterations=1)
        self.assertEqual(sum(self.state("state")["results"][0]), 4)

    def test_bad_arguments(self):
        for options, message in ((["--pairs", "0"], "--pairs: 0 is not from 1"), (["--mode", "moon"], "--mode: 'moon'"),
                                 (["--seed", "-1"], "--seed: -1 is not"), (["--r-end", "0"], "--r-end"),
                                 (["--param", "Seed=1,0"], "Seed=1,0"), (["--tc", "0"], "--tc: no time at all"),
                                 (["--option", "Hash"], "--option: 'Hash'"), (["--param", "Seed=1,0,9"], "given twice")):
            command = [word for word in self.command("state") if word not in ("--pairs", "2", "--mode", "sea")]
            done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(message, done.stderr)
        done = subprocess.run([SPSA, "--engine", DUMMY, "--nodes", "5", "--openings", "x"], capture_output=True,
                              text=True, timeout=60)
        self.assertIn("which constants?", done.stderr)
        self.assertIn("none/state", self.spsa("none/state", status=1))
        os.remove(self.path("book.epd"))
        self.assertIn("cannot read the openings", self.spsa("state", status=1))


if __name__ == "__main__":
    # Whoever runs the tests may ignore signals, which the programs would inherit.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
