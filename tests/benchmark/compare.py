#!/usr/bin/env python3
"""Compares the speed of two builds, or of one build and Stockfish, by counting turns.

  compare.py TULENH TULENH               [--rounds N] [--seconds S] [--only NAME]... [--json FILE]
  compare.py TULENH --stockfish PROGRAM  [the same options]

Counts the turns of the positions of reference/speed.txt (Stockfish: of the start position of chess, six
plies, in bulk, one thread) alternately: first one program, then the other, then the first again. Time is
processor time of the process, since machines are shared. That of a second run, which counts one ply as
often, is taken off: it is starting up and naming the turns of the root. One run counts a position as often
as fills --seconds.

Printed are the median rates in million leaves a second, the median of the ratios of each round (the second
program to the first; with --stockfish the build to Stockfish), how far the ratios lie apart, and their
geometric means by class. The status is 1 if a count is wrong.
"""
import argparse
import json
import math
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys

SPEED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference", "speed.txt")
CHESS_DEPTH, CHESS_LEAVES = 6, 119_060_324


class Wrong(Exception):
    """A program came to another count, or failed."""


class SpeedPosition:
    """A line of speed.txt."""

    def __init__(self, line):
        self.name, self.group, self.fen, self.mode, count = (field.strip() for field in line.split(";"))
        depth, leaves = count.split()
        self.depth, self.leaves = int(depth[1:]), int(leaves)


def speed_positions():
    with open(SPEED, encoding="utf-8") as file:
        return [SpeedPosition(line) for line in file if line.strip() and not line.startswith("#")]


def processor_time(command, text, expected):
    """Runs a program, checks the counts that it prints, and returns the seconds of processor time it took."""
    shown = shlex.join(command)
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, universal_newlines=True)
    except OSError as error:
        raise Wrong(f"{shown}: {error.strerror}") from error
    with process:
        process.stdin.write(text)
        process.stdin.close()
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Wrong(f"{shown}: status {process.returncode}: {output[-200:].strip()}")
    counts = [int(count) for count in re.findall(r"(?m)^Nodes searched: (\d+)$", output)]
    if expected is not None and counts != expected:
        raise Wrong(f"{shown}: {counts} instead of {expected}")
    return usage.ru_utime + usage.ru_stime


class Program:
    """Something that counts so many leaves so deep; `times` a process."""

    def __init__(self, leaves, depth):
        self.leaves, self.depth, self.times = leaves, depth, 1

    def command(self, depth, times):
        """Arguments and standard input of a process."""
        raise NotImplementedError

    def seconds(self):
        """Processor time of counting alone."""
        whole = processor_time(*self.command(self.depth, self.times), [self.leaves] * self.times)
        return whole - processor_time(*self.command(1, self.times), None)

    def choose_times(self, seconds):
        """Makes the runs about so long."""
        self.times = max(1, min(1000, math.ceil(seconds / max(self.seconds(), 0.001))))

    def rate(self):
        """Leaves a second."""
        return self.leaves * self.times / max(self.seconds(), 1e-6)


class Tulenh(Program):
    def __init__(self, path, position):
        super().__init__(position.leaves, position.depth)
        self.words = [path, f"setoption name Mode value {position.mode}", f"position fen {position.fen}"]

    def command(self, depth, times):
        return self.words + [f"go perft {depth}"] * times, ""


class Stockfish(Program):
    def __init__(self, path):
        super().__init__(CHESS_LEAVES, CHESS_DEPTH)
        self.path = path

    def command(self, depth, times):
        return [self.path], f"go perft {depth}\n" * times + "quit\n"


def geometric_mean(numbers):
    return math.exp(sum(math.log(number) for number in numbers) / len(numbers))


def measure(position, first, second, rounds, seconds):
    """Rounds of two programs, alternating. Both are Programs; the ratio is second to first."""
    for program in (first, second):
        program.choose_times(seconds)
    rates = [(first.rate(), second.rate()) for _ in range(rounds)]
    ratios = [b / a for a, b in rates]
    return {
        "name": position.name,
        "class": position.group,
        "leaves": position.leaves,
        "first": statistics.median(a for a, _ in rates),
        "second": statistics.median(b for _, b in rates),
        "ratio": statistics.median(ratios),
        "spread": (max(ratios) - min(ratios)) / statistics.median(ratios),
        "rounds": rates,
    }


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return re.search(r"(?m)^model name\s*: (.*)$", file.read())[1]
    except (OSError, TypeError):
        return platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", metavar="TULENH", help="a build")
    parser.add_argument("second", metavar="TULENH", nargs="?", help="another build")
    parser.add_argument("--stockfish", metavar="PROGRAM", help="compare the one build with this")
    parser.add_argument("--rounds", type=int, default=3, help="how often both count (default 3)")
    parser.add_argument("--seconds", type=float, default=1, help="how long a run is to be (default 1)")
    parser.add_argument("--only", metavar="NAME", action="append", help="only this position or class")
    parser.add_argument("--json", metavar="FILE", help="write everything measured to a file too")
    options = parser.parse_args()
    if (options.second is None) == (options.stockfish is None):
        parser.error("either a second build or --stockfish")
    if options.rounds < 1:
        parser.error("at least one round")
    positions = [position for position in speed_positions()
                 if not options.only or {position.name, position.group} & set(options.only)]
    if not positions:
        parser.error("no such position")

    paths = options.stockfish or options.first, options.second or options.first
    names = ("Stockfish", "Tulenh") if options.stockfish else ("first", "second")
    print(f"first:  {paths[0]}\nsecond: {paths[1]}\n")
    print(f"{'position':10} {'class':10} {names[0]:>10} {names[1]:>10} {'ratio':>7} {'spread':>7}",
          flush=True)
    results, wrong = [], False
    for position in positions:
        if options.stockfish:
            first = Stockfish(paths[0])
        else:
            first = Tulenh(paths[0], position)
        second = Tulenh(paths[1], position)
        try:
            row = measure(position, first, second, options.rounds, options.seconds)
        except Wrong as error:
            print(f"{position.name:10} {error}", flush=True)
            wrong = True
            continue
        results.append(row)
        print(f"{row['name']:10} {row['class']:10} {row['first'] / 1e6:10.2f} {row['second'] / 1e6:10.2f} "
              f"{row['ratio']:7.3f} {row['spread']:7.1%}", flush=True)

    means = {}
    for row in results:
        means.setdefault(row["class"], []).append(row["ratio"])
    means = {group: geometric_mean(ratios) for group, ratios in means.items()}
    print("\ngeometric means of the ratios")
    for group, mean in means.items():
        print(f"{group:10} {mean:7.3f}")
    if options.json:
        report = {
            "first": paths[0],
            "second": paths[1],
            "processor": processor(),
            "rounds": options.rounds,
            "positions": results,
            "means": means,
        }
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
            file.write("\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
