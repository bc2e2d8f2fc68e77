"""Talks to the Tulenh engine from asyncio programs (PROTOCOL.md). Python 3.11, standard library only.

    async with await Engine.start("tulenh") as engine:
        await engine.position(turns=["c5c6", "c8c7"])
        best = await engine.play(movetime=500)

Every question waits for its answer, so an error of the engine is raised where it was caused, as the exception
of its code. One coroutine at a time is served; a search may go on meanwhile.
"""

from __future__ import annotations

import asyncio
import collections
import dataclasses
import re
from collections.abc import AsyncIterator, Iterable, Mapping

__all__ = [
    "Analysis", "Best", "Engine", "EngineDied", "EngineError", "Info", "Option", "Part", "Parts", "Result", "Score",
    "TurnStory", "ERRORS", "UnknownError", "MalformedError", "RangeError", "BusyError", "FenError", "OverError",
    "NoPieceError", "WrongSideError", "ReachError", "ObstructedError", "TerrainError", "RiverError", "RingError",
    "StackError", "SightError", "ExposedError",
]


class EngineError(Exception):
    """The engine has refused a command. `code` is one of PROTOCOL.md section 4, `text` says what and where."""

    code = ""

    def __init__(self, text: str, code: str | None = None):
        self.code = self.code if code is None else code
        self.text = text
        super().__init__(f"{self.code}: {text}")


class UnknownError(EngineError):
    """A command, option or word that the engine does not know."""

    code = "unknown"


class MalformedError(EngineError):
    """A command or turn that is not well-formed."""

    code = "syntax"


class RangeError(EngineError):
    """A value that is not allowed."""

    code = "range"


class BusyError(EngineError):
    """Not while a search runs."""

    code = "busy"


class FenError(EngineError):
    """Not a position."""

    code = "fen"


class OverError(EngineError):
    """A turn after the end of the battle."""

    code = "over"


class NoPieceError(EngineError):
    """Nothing, or no such piece, stands there."""

    code = "no-piece"


class WrongSideError(EngineError):
    """The piece is not of the side to move."""

    code = "wrong-side"


class ReachError(EngineError):
    """Too far, or not on a line."""

    code = "reach"


class ObstructedError(EngineError):
    """Another piece stands in the way."""

    code = "obstructed"


class TerrainError(EngineError):
    """The piece may not stand or go there."""

    code = "terrain"


class RiverError(EngineError):
    """Heavy pieces cross the river along the reefs only."""

    code = "river"


class RingError(EngineError):
    """Air defence is against it."""

    code = "ring"


class StackError(EngineError):
    """The pieces cannot form such a stack, or have acted already."""

    code = "stack"


class SightError(EngineError):
    """The commander would pass through the enemy commander's line."""

    code = "sight"


class ExposedError(EngineError):
    """The own commander would be left to be taken."""

    code = "exposed"


ERRORS: Mapping[str, type[EngineError]] = {error.code: error for error in EngineError.__subclasses__()}


class EngineDied(Exception):
    """The engine has ended, or could not be started. `status` is the exit status, if it is known."""

    def __init__(self, text: str, status: int | None = None):
        self.status = status
        super().__init__(text)


@dataclasses.dataclass(frozen=True)
class Option:
    """An option that the engine offers."""

    name: str
    type: str
    default: str | None = None
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Score:
    """For the side to move: `cp` hundredths of ten points, or `mate` in own turns (negative: lost). One is None."""

    cp: int | None = None
    mate: int | None = None
    bound: str | None = None  # "lower" or "upper"


@dataclasses.dataclass(frozen=True)
class Info:
    """One `info` line of a search. What the line does not tell is None; times are in milliseconds."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    score: Score | None = None
    wdl: tuple[int, int, int] | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    time: int | None = None
    currmove: str | None = None
    pv: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Best:
    """The end of a search; no turn when the battle is over."""

    turn: str | None
    ponder: str | None = None


@dataclasses.dataclass(frozen=True)
class Part:
    """A part of a turn: its text, `kind` (move board replace stay exchange burnt) and what it captures, as in a FEN."""

    text: str
    kind: str
    captured: str | None = None


@dataclasses.dataclass(frozen=True)
class Parts:
    """What may come next: points that have turns, or parts of the turn begun, and whether it may end here."""

    points: tuple[str, ...]
    parts: tuple[Part, ...]
    may_end: bool


@dataclasses.dataclass(frozen=True)
class Result:
    """`winner` is "red", "blue" or None; `reason` is None while the battle goes on. `points` are Red's and Blue's."""

    winner: str | None = None
    reason: str | None = None
    points: tuple[int, int] | None = None

    @property
    def over(self) -> bool:
        return self.reason is not None


@dataclasses.dataclass(frozen=True)
class TurnStory:
    """A turn and what it brings about. Pieces are (piece as in a FEN, point)."""

    turn: str
    fen: str
    parts: tuple[Part, ...]
    captured: tuple[tuple[str, str], ...]
    lost: tuple[tuple[str, str], ...]
    promoted: tuple[tuple[str, str], ...]
    check: bool
    exposed: bool
    result: Result


def parse_info(line: str) -> Info:
    """Reads an `info` line; words that are not known are skipped."""
    words = collections.deque(line.split()[1:])
    values: dict = {}
    while words:
        word = words.popleft()
        if word in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time") and words:
            values[word] = int(words.popleft())
        elif word == "score" and len(words) >= 2:
            kind, value = words.popleft(), int(words.popleft())
            bound = words.popleft().removesuffix("bound") if words and words[0] in ("lowerbound", "upperbound") else None
            values["score"] = Score(bound=bound, **{kind: value})
        elif word == "wdl" and len(words) >= 3:
            values["wdl"] = tuple(int(words.popleft()) for _ in range(3))
        elif word == "currmove" and words:
            values["currmove"] = words.popleft()
        elif word == "pv":
            values["pv"] = tuple(words)
            break
    return Info(**values)


def parse_option(line: str) -> Option:
    """Reads a line `option name <name> type <type> ...`."""
    name, _, rest = line.removeprefix("option name ").partition(" type ")
    kind, _, rest = rest.partition(" ")
    fields = re.split(r"(?:^| )(default|min|max|var) ?", rest)[1:]
    pairs = list(zip(fields[::2], fields[1::2]))
    single = dict(pairs)
    default = single.get("default")
    return Option(
        name=name, type=kind, default="" if default == "<empty>" else default,
        min=int(single["min"]) if "min" in single else None, max=int(single["max"]) if "max" in single else None,
        choices=tuple(value for key, value in pairs if key == "var"))


def _parse_part(line: str) -> Part:
    return Part(*line.split()[1:4])


def _parse_result(line: str) -> Result:
    words = line.split()[1:]
    if words[0] == "ongoing":
        return Result()
    red, blue = words[2].split("-")
    return Result(None if words[0] == "draw" else words[0], words[1], (int(red), int(blue)))


class Analysis:
    """A search that runs. Iterate over it for each `Info` as it comes; `best` waits for the end."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._infos: asyncio.Queue[Info | None] = asyncio.Queue()
        self._best: asyncio.Future[Best] = asyncio.get_running_loop().create_future()
        # Whoever never asks for the end is not told of an engine that has died.
        self._best.add_done_callback(lambda best: best.cancelled() or best.exception())

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        info = await self._infos.get()
        if info is not None:
            return info
        self._infos.put_nowait(None)
        self._best.result()  # raises when the engine has died
        raise StopAsyncIteration

    async def best(self) -> Best:
        """Waits for the end of the search."""
        return await asyncio.shield(self._best)

    async def stop(self) -> Best:
        """Ends the search."""
        await self._engine.stop()
        return await self.best()

    @property
    def running(self) -> bool:
        return not self._best.done()

    def _line(self, line: str) -> None:
        if line.startswith("bestmove"):
            words = line.split()
            turn = None if words[1] == "0000" else words[1]
            self._best.set_result(Best(turn, words[3] if words[2:3] == ["ponder"] else None))
            self._infos.put_nowait(None)
        else:
            self._infos.put_nowait(parse_info(line))

    def _fail(self, error: Exception) -> None:
        if self.running:
            self._best.set_exception(error)
            self._infos.put_nowait(None)


class Engine:
    """A running engine. Begin with `Engine.start`; use it with `async with`, or `quit` it in the end."""

    _LONGEST_LINE = 1 << 24  # bytes

    def __init__(self, process: asyncio.subprocess.Process):
        self.name = self.author = ""
        self.options: dict[str, Option] = {}
        self._process = process
        self._lock = asyncio.Lock()
        self._answer: list[str] | None = None  # lines of the answer awaited
        self._ready: asyncio.Future[None] | None = None
        self._search: Analysis | None = None
        self._died: EngineDied | None = None
        self._last_words: collections.deque[str] = collections.deque(maxlen=5)
        self._tasks = [asyncio.create_task(self._read_errors()), asyncio.create_task(self._read())]

    @classmethod
    async def start(cls, *command: str, options: Mapping[str, object] | None = None) -> Engine:
        """Starts the program, asks for its options and sets some."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=cls._LONGEST_LINE)
        except OSError as problem:
            raise EngineDied(f"{command[0]} cannot be started: {problem.strerror}") from problem
        engine = cls(process)
        try:
            for line in await engine.ask("uci"):
                if line.startswith("id name "):
                    engine.name = line.removeprefix("id name ")
                elif line.startswith("id author "):
                    engine.author = line.removeprefix("id author ")
                elif line.startswith("option name "):
                    option = parse_option(line)
                    engine.options[option.name] = option
            for name, value in (options or {}).items():
                await engine.set_option(name, value)
        except BaseException:
            await engine.quit()
            raise
        return engine

    async def __aenter__(self) -> Engine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    # --- commands

    async def set_option(self, name: str, value: object = None) -> None:
        """Sets an option; a button has no value."""
        text = str(value).lower() if isinstance(value, bool) else value
        await self.ask(f"setoption name {name}" + ("" if value is None else f" value {text}"))

    async def new_game(self) -> None:
        """Makes the engine forget what it has learnt from searches."""
        await self.ask("ucinewgame")

    async def position(self, fen: str | None = None, turns: Iterable[str] = ()) -> list[str]:
        """Sets the position: the start position without a FEN. Returns warnings of turns that expose a commander."""
        words = ["position", "startpos" if fen is None else f"fen {fen}", *turns]
        if len(words) > 2:
            words.insert(2, "moves")
        lines = await self.ask(" ".join(words))
        return [line.removeprefix("info string warning ") for line in lines if line.startswith("info string warning ")]

    async def analyse(self, *, multipv: int | None = None, **limits: int | bool | Iterable[str]) -> Analysis:
        """Begins a search; without limits it runs until it is stopped. Limits are the words of `go`: depth, nodes,
        movetime, wtime, btime, winc, binc, movestogo, gametime (numbers), searchmoves (turns), infinite, ponder."""
        if multipv is not None:
            await self.set_option("MultiPV", multipv)
        if "perft" in limits:
            raise ValueError("perft is no search")
        words = ["go"]
        for word, value in limits.items():
            if value is False:
                continue
            words.append(word)
            if isinstance(value, (list, tuple)):
                words.extend(value)
            elif value is not True:
                words.append(str(value))
        analysis = Analysis(self)
        await self.ask(" ".join(words), analysis)
        return analysis

    async def play(self, **limits: int | bool | Iterable[str]) -> Best:
        """Searches within limits (see `analyse`) and returns the best turn. Cancelling it stops the search."""
        if not limits:
            raise ValueError("play: a limit is needed")
        analysis = await self.analyse(**limits)
        try:
            return await analysis.best()
        except asyncio.CancelledError:
            await analysis.stop()
            raise

    async def stop(self) -> None:
        """Ends the search, if one runs."""
        await self.ask("stop")

    async def ponderhit(self) -> None:
        """The opponent has played the turn that is pondered on."""
        await self.ask("ponderhit")

    # --- questions

    async def moves(self, point: str = "") -> dict[str, str]:
        """The legal turns (of a point), each with the FEN after it."""
        lines = await self.ask(f"moves {point}")
        return dict(line.split(" ", 1) for line in lines if not line.startswith("moves "))

    async def parts(self, begun: str = "") -> Parts:
        """What may come next in a turn under way, `c9` or `c9:Ne11s`; without one, the points that have turns."""
        lines = await self.ask(f"parts {begun}")
        return Parts(
            points=tuple(line.split()[1] for line in lines if line.startswith("point ")),
            parts=tuple(_parse_part(line) for line in lines if line.startswith("part ")),
            may_end="end" in lines)

    async def turn(self, text: str) -> TurnStory:
        """What a turn would bring about; the position is not changed."""
        lines = await self.ask(f"turn {text}")
        fields = collections.defaultdict(list)
        for line in lines:
            fields[line.split()[0]].append(line)
        _, written, fen = fields["turn"][0].split(" ", 2)

        def pieces(word: str) -> tuple[tuple[str, str], ...]:
            return tuple(tuple(line.split()[1:3]) for line in fields[word])

        return TurnStory(
            turn=written, fen=fen, parts=tuple(map(_parse_part, fields["part"])), captured=pieces("captured"),
            lost=pieces("lost"), promoted=pieces("promoted"), check="check yes" in fields["check"],
            exposed="warning exposed" in fields["warning"], result=_parse_result(fields["result"][0]))

    async def result(self) -> Result:
        """The result of the battle."""
        return _parse_result((await self.ask("result"))[0])

    async def fen(self) -> str:
        """The position as a FEN."""
        return next(line.removeprefix("Fen: ") for line in await self.ask("d") if line.startswith("Fen: "))

    async def record(self) -> list[str]:
        """The turns since the start position in the official record."""
        return [line.split()[3] for line in await self.ask("record") if not line.startswith("record ")]

    # --- the wire

    async def ask(self, command: str, search: Analysis | None = None) -> list[str]:
        """Sends a command and returns its answer, without the lines of a search. Raises the first error in it.
        A search that the command begins gets its lines through `search`."""
        if "\n" in command or "\r" in command:
            raise ValueError("a command is one line")
        async with self._lock:
            if self._died:
                raise self._died
            if search and not (self._search and self._search.running):
                self._search = search
            self._answer = []
            self._ready = asyncio.get_running_loop().create_future()
            try:
                self._process.stdin.write(f"{command}\nisready\n".encode())
                await self._process.stdin.drain()
            except ConnectionError:
                pass  # the reader finds the engine dead
            # The answer has to be read to its end, whoever is cancelled: the next one begins after it.
            try:
                await asyncio.shield(self._ready)
            except asyncio.CancelledError:
                await asyncio.wait([self._ready])
                if search and self._search is search and search.running:
                    self._process.stdin.write(b"stop\n")
                raise
            answer = self._answer
            self._answer = None
        for line in answer:
            if line.startswith("info string error "):
                code, _, text = line.removeprefix("info string error ").partition(": ")
                if search and self._search is search and search.running:
                    await self.stop()  # what was understood is searched
                raise ERRORS[code](text) if code in ERRORS else EngineError(text, code)
        return answer

    async def quit(self) -> None:
        """Ends the engine; kills it when it does not go. Does nothing when it has ended."""
        patience = 5  # seconds
        try:
            self._process.stdin.write(b"quit\n")
            self._process.stdin.close()
        except (ConnectionError, RuntimeError):
            pass
        try:
            async with asyncio.timeout(patience):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
        await asyncio.gather(*self._tasks)

    async def _read_errors(self) -> None:
        async for line in self._process.stderr:
            self._last_words.append(line.decode(errors="replace").rstrip())

    async def _read(self) -> None:
        why = ""
        try:
            async for raw in self._process.stdout:
                self._take(raw.decode(errors="replace").rstrip("\r\n"))
        except (ValueError, IndexError, TypeError) as problem:  # not the protocol, or a line without end
            why = f": {problem}"
            self._process.kill()
        status = await self._process.wait()
        await self._tasks[0]
        if self._last_words:
            why += ": " + " / ".join(self._last_words)
        self._died = EngineDied(f"the engine has ended, status {status}{why}", status)
        if self._search:
            self._search._fail(self._died)
        if self._ready and not self._ready.done():
            self._ready.set_exception(self._died)

    def _take(self, line: str) -> None:
        of_search = line.startswith("bestmove") or (line.startswith("info ") and not line.startswith("info string "))
        if of_search:
            if self._search and self._search.running:
                self._search._line(line)
        elif line == "readyok" and self._ready and not self._ready.done():
            self._ready.set_result(None)
        elif self._answer is not None:
            self._answer.append(line)
