#!/usr/bin/env python3
"""The engine under front-ends as programs: they react to what it says, keep clocks, and crash.

usage: front_end_test.py <tulenh> [<test name pattern>...]
"""

import os
import subprocess
import sys
import unittest

import protocol_sessions
from protocol_sessions import PATIENCE, Engine

# Nothing can be captured, so that the tenth turn ends the battle if none before does.
SHORT_BATTLE = "9c1/11/11/11/11/11/11/11/11/11/11/6C4 r - - 90 1"
# Blue loses by Red's second turn at the latest.
LOST_BY_BLUE = "10c/11/7T3/7T3/9C1/11/11/11/11/11/11/11 b - - 0 1"


class FrontEnd(Engine):
    """The side of the front-end: questions are waited for, and an error line is a failure."""

    def ask(self, question, last):
        """The lines of the answer, the last of which begins like this."""
        self.send(question)
        return checked(self.until(last))

    def do(self, *commands):
        """Commands that have no answer."""
        for command in commands:
            self.send(command)
        unexpected = self.ask("isready", "readyok")[:-1]
        if unexpected:
            raise AssertionError(f"{commands}: {unexpected}")

    def bestmove(self):
        """The turn of a search and the one to ponder on (or None), once there is nothing more to come."""
        words = checked(self.until("bestmove"))[-1].split()
        self.do()
        return words[1], words[3] if len(words) > 2 else None

    def turns(self):
        return [line.split()[0] for line in self.ask("moves", "moves ")[:-1]]


def checked(lines):
    errors = [line for line in lines if line.startswith("info string error")]
    if errors:
        raise AssertionError(errors)
    return lines


class Game(unittest.TestCase):
    """Games from the first line to the last."""

    def test_every_option_can_be_set_to_what_is_said_of_it(self):
        with FrontEnd() as engine:
            options = [line for line in engine.ask("uci", "uciok") if line.startswith("option name ")]
            self.assertGreater(len(options), 5)
            for option in options:
                name, _, kind = option.removeprefix("option name ").partition(" type ")
                kind, _, default = kind.partition(" default ")
                value = default.partition(" min ")[0].partition(" var ")[0]
                engine.do(f"setoption name {name}" + ("" if kind == "button" else f" value {value}"))
            engine.do("ucinewgame", "position startpos")
            engine.send("go wtime 2000 btime 2000 winc 10 binc 10 movestogo 40")
            self.assertIn(engine.bestmove()[0], engine.turns())

    def test_a_whole_game_with_pondering(self):
        position, clocks = f"position fen {SHORT_BATTLE}", " wtime 3000 btime 3000 winc 10 binc 10"
        with FrontEnd() as engine:
            engine.ask("uci", "uciok")
            engine.do("setoption name Mode value raid", "setoption name Ponder value true", "ucinewgame", position)
            engine.send("go depth 3" + clocks)
            best, guess = engine.bestmove()
            played, hit = [], True
            while best != "0000":
                played.append(best)
                engine.do(f"{position} moves {' '.join(played)}")
                possible = engine.turns()
                if not possible:
                    break
                guess = guess or possible[0]
                self.assertIn(guess, possible)
                engine.do(f"{position} moves {' '.join([*played, guess])}")
                engine.send("go ponder" + clocks)
                pondered = engine.ask("isready", "readyok")
                self.assertFalse([line for line in pondered if line.startswith("bestmove")])
                others = [turn for turn in possible if turn != guess]
                if hit or not others:
                    played.append(guess)
                    engine.send("ponderhit")
                else:
                    engine.send("stop")
                    engine.bestmove()  # of a position that was never reached
                    played.append(others[0])
                    engine.do(f"{position} moves {' '.join(played)}")
                    engine.send("go" + clocks)
                best, guess = engine.bestmove()
                hit = not hit
            # As a rule the last turn was pondered on: it ended the battle.
            self.assertIn(len(played), range(4, 11))
            self.assertNotEqual(engine.ask("result", "result"), ["result ongoing"])
            engine.do("ucinewgame", "position startpos")
            self.assertEqual(engine.ask("result", "result"), ["result ongoing"])

    def test_a_tournament_over_ugi(self):
        with FrontEnd() as first, FrontEnd() as second:
            for engine in (first, second):
                engine.ask("ugi", "ugiok")
                engine.do("setoption name Mode value raid")
            results = [self.host(fen, *players) for fen in (SHORT_BATTLE, LOST_BY_BLUE)
                       for players in ((first, second), (second, first))]
            self.assertEqual(results[2:], ["p1win", "p1win"])
            for engine in (first, second):
                self.assertEqual(engine.finish(), ([], 0))

    def host(self, fen, red, blue):
        """One game by a runner that knows no rule; its result."""
        turns = []
        for engine in (red, blue):
            engine.do("uginewgame")
        while True:
            for engine in (red, blue):
                engine.do(f"position fen {fen} moves {' '.join(turns)}")
            over, red_moves, result = [self.agreed(asked, red, blue) for asked in ("gameover", "p1turn", "result")]
            self.assertEqual(over == "false", result == "none")
            if over == "true":
                return result
            self.assertLess(len(turns), 10)
            mover = red if red_moves == "true" else blue
            mover.send("go p1time 60000 p2time 60000 p1inc 10 p2inc 10 depth 4")
            best, ponder = mover.bestmove()
            self.assertIsNone(ponder)
            turns.append(best)

    def agreed(self, question, red, blue):
        """What both players answer."""
        answers = [engine.ask(f"query {question}", "response ")[-1].split()[1] for engine in (red, blue)]
        self.assertEqual(answers[0], answers[1], question)
        return answers[0]


class Clicks(unittest.TestCase):
    """Turns built up part by part."""

    def test_clicks_lead_to_the_turns_listed_and_to_no_other(self):
        for fen in ("9c1/11/11/10i/11/11/11/5(TI)5/5t5/11/11/10C r", "9c1/n3t6/11/2(NT)8/11/11/11/11/11/11/11/10C r",
                    "9c1/11/11/11/4g6/11/11/11/5(+FI)5/11/11/10C r"):
            with self.subTest(fen), FrontEnd() as engine:
                engine.do("setoption name Mode value raid", f"position fen {fen}")
                reached = set()
                level = [line.split()[1] for line in engine.ask("parts", "parts ")[:-1]]
                while level:
                    level, ended = self.click(engine, level)
                    reached |= ended
                self.assertEqual(reached, set(engine.turns()))

    def click(self, engine, level):
        """What one more click makes of each, and the turns, as the engine writes them, that may end here."""
        for clicked in level:
            engine.send(f"parts {clicked}")
        further, endings = [], []
        for clicked in level:
            for line in checked(engine.until("parts "))[:-1]:
                if line == "end":
                    endings.append(clicked)
                else:
                    further.append(clicked + ("," if ":" in clicked else ":") + line.split()[1])
        for turn in endings:
            engine.send(f"turn {turn}")
        return further, {checked(engine.until("result"))[0].split()[1] for _ in endings}


class Crash(unittest.TestCase):
    """A front-end that is killed takes its engine with it."""

    # Starts the engine, tells it something, and waits for its own end.
    FRONT_END = """
import subprocess, sys, time
engine = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
engine.stdin.write((sys.argv[2] + "\\nisready\\n").encode())
engine.stdin.flush()
while engine.stdout.readline() != b"readyok\\n": pass
print("under way", flush=True)
time.sleep(600)
"""

    def test_a_front_end_that_is_killed(self):
        for command in ("uci", "go infinite", "go movetime 600000", "go ponder wtime 1000 btime 1000", "go perft 9"):
            with self.subTest(command):
                program = [sys.executable, "-c", self.FRONT_END, protocol_sessions.ENGINE, command]
                with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as front_end:
                    self.assertEqual(front_end.stdout.readline(), b"under way\n")
                    front_end.kill()
                    # The engine shares stderr, which ends when both have ended.
                    self.assertEqual(front_end.communicate(timeout=PATIENCE), (b"", b""))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    protocol_sessions.ENGINE = os.path.abspath(sys.argv[1])
    arguments = [argument for pattern in sys.argv[2:] for argument in ("-k", pattern)]
    unittest.main(argv=[sys.argv[0], *arguments])


if __name__ == "__main__":
    main()
