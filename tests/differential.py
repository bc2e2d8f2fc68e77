#!/usr/bin/env python3
"""Compares the engine with the rulebook program, position by position.

  differential.py ENGINE [--walk N] [--scatter N] [--seed S] [--modes all|standard,sea,...]
                         [--fens FILE]... [--json FILE]... [--most-turns N]

Compared are the legal turns with the FEN after each, what moves of each point say, burnt flights (which are
accepted, and that no others are), check, the result and the text there and back of each FEN.

--walk and --scatter make so many positions of each kind for every mode, as the rulebook program does.
--fens reads FENs, one a line (a mode may stand before one: `sea;<fen>`); they are tried in every mode asked for.
--json reads what `ctl_reference.py oracle` has printed, so that nothing is computed twice.
--most-turns leaves out positions with more turns, which take the rulebook program minutes.

The status is 1 if anything differs. Run it with pypy3 where there is one.
"""
import argparse
import collections
import contextlib
import io
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "reference"))
import ctl_reference as reference  # noqa: E402

SHOWN = 10
WINNERS = {"r": "red", "b": "blue", "draw": "draw"}


class Engine:
    """One process, asked in lines. `isready` tells where an answer ends."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        universal_newlines=True, bufsize=1)
        self.mode = None

    def ask(self, *commands):
        self.process.stdin.write("\n".join(commands + ("isready",)) + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if line == "readyok":
                return lines
            lines.append(line)
        sys.exit(f"the engine ended at: {commands}")

    def position(self, fen, mode):
        """Sets the position; returns the error lines."""
        commands = [] if mode == self.mode else [f"setoption name Mode value {mode}"]
        self.mode = mode
        return self.ask(*commands, f"position fen {fen}")

    def turns(self, point=""):
        lines = self.ask(f"moves {point}".strip())
        assert lines and lines[-1] == f"moves {len(lines) - 1}", lines[-1:]
        pairs = [line.split(" ", 1) for line in lines[:-1]]
        assert pairs == sorted(pairs), "ASCII order"
        return dict(pairs), len(pairs)

    def board(self):
        return {key: value for key, _, value in (line.partition(": ") for line in self.ask("d")) if value}

    def tries(self, turns):
        """For each of the turns the answer of `turn`, or the error."""
        answers = []
        for turn in turns:
            lines = self.ask(f"turn {turn}")
            answers.append(lines[0] if lines else "silence")
        return answers

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        return self.process.wait()


def full(fen):
    """The FEN with all seven fields."""
    fields = fen.split()
    return " ".join(fields + ["-", "-", "0", "1", "0-0"][len(fields) - 2:])


def after_burnt(fen, mode, text):
    p = reference.Position(fen, mode)
    return p.play(text).fen()


def other_flights(oracle, rng):
    """Flights of aircraft of the side to move that are not burnt ones, some of them likely mistakes."""
    p = reference.Position(oracle["fen"], oracle["mode"])
    found = []
    for square, (colour, members) in p.board.items():
        if any(m[-1] == "F" for m in members) or rng.random() < 0.02:
            for df in range(-5, 6):
                for dr in range(-5, 6):
                    to = (square[0] + df, square[1] + dr)
                    if reference.on_board(to) and (colour == p.turn or rng.random() < 0.1):
                        found.append(reference.name(square) + reference.name(to) + "b")
    allowed = set(oracle["burnt"])
    found = [text for text in found if text not in allowed]
    return rng.sample(found, min(6, len(found)))


def compare(engine, oracle, rng):
    """What differs, as lines."""
    fen, mode, faults = oracle["fen"], oracle["mode"], []
    errors = engine.position(fen, mode)
    if errors:
        return [f"refused: {errors}"]
    turns, listed = engine.turns()
    expected = oracle["turns"]
    if listed != len(turns):
        faults.append("a turn is listed twice")
    for text in sorted(set(turns) | set(expected)):
        if turns.get(text) != expected.get(text):
            faults.append(f"{text}: engine {turns.get(text)}, rulebook {expected.get(text)}")
    origins = sorted({text.split(":")[0] if ":" in text else "" for text in expected} - {""})
    for origin in origins[:1]:
        of_point, _ = engine.turns(origin)
        if of_point != {t: f for t, f in expected.items()
                        if t.startswith(origin) and not t[len(origin):len(origin) + 1].isdigit()}:
            faults.append(f"moves {origin} differs")

    told = engine.board()
    if told.get("Fen") != full(fen):
        faults.append(f"Fen: {told.get('Fen')}")
    if told.get("Mode") != mode:
        faults.append(f"Mode: {told.get('Mode')}")
    if (told.get("Check", "").split() or [""])[0] != ("yes" if oracle["check"] else "no"):
        faults.append(f"Check: {told.get('Check')}, rulebook {oracle['check']}")
    result = (engine.ask("result") or ["silence"])[0].split()
    wanted = ["ongoing"]
    if oracle["result"]:
        wanted = [WINNERS[oracle["result"][0]], oracle["result"][1]]
    if result[:1 + len(wanted)] != ["result"] + wanted:
        faults.append(f"{' '.join(result)}, rulebook {wanted}")

    burnt = oracle["burnt"] if not oracle["result"] else []
    burnt = burnt if len(burnt) <= 12 else rng.sample(burnt, 12)
    for text, answer in zip(burnt, engine.tries(burnt)):
        if answer != f"turn {text} {after_burnt(fen, mode, text)}":
            faults.append(f"{text}: {answer}")
    others = other_flights(oracle, rng)
    if oracle["result"]:
        others += oracle["burnt"][:2]
    for text, answer in zip(others, engine.tries(others)):
        if not answer.startswith("info string error "):
            faults.append(f"{text} accepted: {answer}")
    return faults


def has_broadside(turns):
    """Does a ship capture twice in one turn of the list?"""
    return any(text.count(":N") + text.count(",N") >= 2 for text in turns)


def captured_lines(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function(*arguments)
    return out.getvalue().splitlines()


def positions(options, modes):
    """(fen, mode) of all that is asked for but --json."""
    for number, mode in enumerate(modes):
        seed = options.seed * 100 + number
        if options.walk:
            for fen in captured_lines(reference.walk, seed, options.walk, mode):
                yield fen, mode
        if options.scatter:
            for fen in captured_lines(reference.scatter, seed, options.scatter):
                yield fen, mode
    for path in options.fens:
        with open(path) as lines:
            for line in filter(None, map(str.strip, lines)):
                named, _, fen = line.rpartition(";")
                for mode in [named.strip()] if named else modes:
                    yield fen.strip(), mode


def oracles(options, modes, engine, skipped):
    for path in options.json:
        with open(path) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)
    for fen, mode in positions(options, modes):
        if options.most_turns:
            # In a mode that forbids no turn: what is judged, not what is left, takes the time.
            engine.position(fen, "sea" if mode in reference.COMMANDER_MODES else mode)
            if engine.turns()[1] > options.most_turns:
                skipped[mode] += 1
                continue
        yield reference.describe(fen, mode)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--walk", type=int, default=0)
    parser.add_argument("--scatter", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--modes", default="all")
    parser.add_argument("--fens", action="append", default=[])
    parser.add_argument("--json", action="append", default=[])
    parser.add_argument("--most-turns", type=int, default=0)
    options = parser.parse_args()
    modes = reference.MODES if options.modes == "all" else options.modes.split(",")
    assert all(mode in reference.MODES for mode in modes), options.modes

    engine, rng = Engine(options.engine), random.Random(options.seed)
    columns = ["positions", "turns", "differ", "stacks", "heroes", "broadsides", "late", "checks", "decided", "burnt"]
    table, skipped = collections.defaultdict(collections.Counter), collections.Counter()
    shown = 0
    for oracle in oracles(options, modes, engine, skipped):
        fen, mode = oracle["fen"], oracle["mode"]
        faults = compare(engine, oracle, rng)
        row = table[mode]
        row.update({"positions": 1, "turns": len(oracle["turns"]), "differ": bool(faults), "stacks": "(" in fen,
                    "heroes": "+" in fen, "broadsides": has_broadside(oracle["turns"]),
                    "late": int((fen.split() + ["0"] * 3)[4]) >= 97, "checks": bool(oracle["check"]),
                    "decided": bool(oracle["result"]), "burnt": bool(oracle["burnt"])})
        if faults and shown < SHOWN:
            shown += 1
            print(f"DIFFERENCE in {mode}: {fen}")
            for fault in faults[:5]:
                print(f"    {fault}")
            sys.stdout.flush()
    status = engine.close()

    print(f"{'mode':10}" + "".join(f"{name:>11}" for name in columns))
    for mode in [m for m in reference.MODES if m in table] + ["all"]:
        row = table[mode] if mode != "all" else sum((table[m] for m in list(table)), collections.Counter())
        print(f"{mode:10}" + "".join(f"{row[name]:11}" for name in columns))
    if skipped:
        print(f"left out for their number of turns: {sum(skipped.values())}")
    compared = sum(row["positions"] for row in table.values())
    differ = sum(row["differ"] for row in table.values())
    if status:
        print(f"the engine ended with status {status}")
    if not compared:
        print("nothing was compared")
    return 1 if differ or status or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
