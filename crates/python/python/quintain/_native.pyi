"""The native half of the package."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, final

__version__: str

#: Content: a text of TOML, or a dict that says the same.
Content: TypeAlias = str | Mapping[str, Any]

#: Tactics for every side ("random"), or for some of them ({"heroes": "random", "monsters": "search:50"}).
Tactics: TypeAlias = str | Mapping[str, str]

#: Is called with how many fights are done and how many there will be (0 where that is not known). What it raises stops the run.
Progress: TypeAlias = Callable[[int, int], object]

#: What can be asked of simulations.
Asks: TypeAlias = (
    tuple[Literal["sim"]]
    | tuple[Literal["full"]]
    | tuple[Literal["compare"], Fight | str | Sequence[str]]
    | tuple[Literal["sweep"], str | Sequence[str]]
    | tuple[Literal["tune"], str, str | Sequence[str]]
    | tuple[Literal["matter"]]
    | tuple[Literal["ladder"], Sequence[str]]
)

def day(name_or_path: str) -> Day:
    """Opens a ready-made day by its name ("thalassa/road-to-delphi"), or the one in a file by its path.

    Raises ValueError with all that is wrong with it, its party and its encounters: file, line, column, and the nearest right
    name.
    """

def dice(expression: str) -> Rows:
    """The exact odds of a dice expression such as `4d6kh3`: a row for each total.

    Columns: value, chance, at_least, exact (a fraction). `info` has mean and deviation, and the `remainder` that is left open
    where dice explode: less than 1 in 10^12.
    """

def open(name_or_path: str) -> Fight:
    """Opens a ready-made encounter by its name ("thalassa/cyclops", "cyclops"), or the one in a file by its path.

    Raises ValueError with all that is wrong: file, line, column, and the nearest right name.
    """

def read(encounter: Content, *, packs: Mapping[str, Content] | None = None, path: str = "encounter.toml") -> Fight:
    """Reads an encounter from a text or a dict.

    `packs` are further packs, by the paths under which the encounter names them. `path` is for messages.
    """

def merge(stints: Sequence[bytes]) -> bytes:
    """Puts stints together. Raises ValueError where the same fight is in two of them, or they are of different runs."""

def stint_of_what(stint: bytes) -> tuple[str, list[tuple[int, int]]]:
    """What tells the fights of a stint from any others, and their numbers, from and to. Raises ValueError for what is none."""

def ready_made() -> list[str]:
    """The names of the encounters that come with the rulebooks."""

def resume(record: str) -> Live:
    """Takes a recorded fight up where its record ends."""

@final
class Day:
    """Fights in a row that one party goes through, with rests and gifts between. It never changes; threads may share it."""

    @property
    def title(self) -> str:
        """What to call it."""

    @property
    def rulebook(self) -> str:
        """The id of its rulebook."""

    @property
    def fights(self) -> list[str]:
        """The titles of its fights, in order."""

    def sim(
        self,
        n: int,
        seed: int = 1,
        *,
        turned: str | Sequence[str] | None = None,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Plays `n` days and says what came of them: what `quintain sim DAY --json` writes.

        `turned` are knobs with one value each ("Althea.armor=3"), turned in every fight that has what they turn; so a sweep is
        a loop. `threads` is 0 for one on each core; the report is the same for any number.
        """

@final
class Fight:
    """An encounter ready to be fought. It never changes; it can be pickled, and shared by threads."""

    @property
    def title(self) -> str:
        """What to call it."""

    @property
    def rulebook(self) -> str:
        """The id of its rulebook."""

    @property
    def sides(self) -> list[str]:
        """The names of the sides."""

    @property
    def roster(self) -> list[tuple[str, str]]:
        """Everyone's name, and the name of the side."""

    @property
    def tactics(self) -> list[str]:
        """The names of the tactics that it can be played by, the best first."""

    @property
    def digest(self) -> str:
        """The digest of the state at the start: the same encounter, packs and rules give the same."""

    @property
    def text(self) -> str:
        """The encounter's text."""

    def view(self) -> dict[str, Any]:
        """The state at the start: combatants with values and conditions, the turn order, the map."""

    def glossary(self) -> dict[str, Any]:
        """The verbs, values, conditions and kinds of question of its game, with what they mean."""

    def sim(
        self,
        n: int,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        full: bool = False,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Plays `n` fights and says what came of them: what `quintain sim --json` writes.

        With `full`, also what told: damage by source, what was spent, who fell first, the rules that foretell who wins.
        `threads` is 0 for one on each core; the report is the same for any number.
        """

    def rows(
        self,
        n: int,
        seed: int = 1,
        *,
        start: int = 0,
        combatants: bool = False,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """A row for each of the fights from `start` on: fight, outcome, rounds, and died, out, dealt, taken for everybody.

        With `combatants`, a row for each combatant in each fight: fight, name, side, won, died, out, dealt, taken.
        """

    def stint(
        self,
        start: int,
        stop: int,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> bytes:
        """Plays fights `start` to below `stop` and counts them.

        What comes back can be sent, kept and merged, so that several processes or machines share a run: `report` says of all
        together what one of them would have said.
        """

    def report(
        self, stint: bytes, n: int, seed: int = 1, *, tactics: Tactics | None = None, round_limit: int = 200
    ) -> dict[str, Any]:
        """The report of a stint, or of several that were merged, of a run of `n` fights in all."""

    def compare(
        self,
        other: Fight | str | Sequence[str],
        n: int = 10_000,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """Plays another encounter, or this one with knobs turned ("Althea.armor=3"), under the same numbers.

        Columns: what, first, second, difference, and the 95 % interval of the difference from low to high.
        """

    def sweep(
        self,
        knobs: str | Sequence[str],
        n: int = 10_000,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """A run for every setting of some knobs, the last turning fastest: a row for each side at each setting.

        Knobs: "Althea.armor=0..3", "count(Bandit)=2,4,8", "house.morale=on,off", "tactics.heroes=sensible,random".
        """

    def tune(
        self,
        target: str,
        knobs: str | Sequence[str],
        n: int = 10_000,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """The settings of knobs that come nearest to a target, the nearest first.

        Targets: "heroes win 60%", "someone of heroes dies 25%", "Althea dies 5%".
        """

    def matter(
        self,
        n: int = 2_000,
        seed: int = 1,
        *,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """What matters: every number of everybody one step up and down, each thing left out, each house rule turned.

        One change at a time; what moves the first side's victories most comes first.
        """

    def audit(
        self,
        n: int = 200,
        seed: int = 1,
        *,
        decisions: int = 400,
        play_outs: int = 200,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Where tactics lose: which kinds of their decisions cost victories. What `quintain audit --json` writes.

        About `decisions` of all that tactics take in `n` fights are looked at. At each, `play_outs` look for a better answer, and
        half as many pairs of others, on common dice, judge it. `kinds` are the kinds of decision, the costliest first: topic,
        verb, in_a_fight, looked_at, lost (the chance of victory at each) with its interval95, lost_in_a_fight, what would have
        been done rather, and a moment to watch. The figures are the same for any number of `threads`. Raises ValueError where
        a side is played by search or a program.
        """

    def ladder(
        self,
        rungs: Sequence[str] | None = None,
        n: int = 1_000,
        seed: int = 1,
        *,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """One way to play against the next, from the lowest rung on: `["random", "sensible", "search:40"]`.

        Without rungs these are random play, `novice`, the best of the rulebook's own tactics, and `search:40`.

        Each plays the first side while the other plays all the others, and then the other way round, under the same numbers:
        `n` pairs. Columns: stronger, weaker, pairs, the higher rung's score (1 for a victory, a half where nobody won; equals
        take a half), its 95 % interval from low to high, and whether it is sure that the higher is the stronger.
        """

    def live(
        self,
        seed: int | None = None,
        *,
        number: int = 0,
        play: Sequence[str] | None = None,
        tactics: Tactics | None = None,
        gm: bool = False,
        formalities: bool = False,
        dice_by_hand: bool = False,
        veiled: bool = False,
        round_limit: int = 200,
    ) -> Live:
        """Begins a live fight and runs to its first question.

        `play` names the sides and combatants that are played; without it, all are. The others play by `tactics`. Without a
        seed the system throws the dice. `number` is the fight's under its seed. The game master's judgements take their
        defaults unless `gm`, who then also plays all who are no heroes. `veiled` shows what those know who are played: foes
        that they perceive, with their health in a band; clones are then of the fight that they believe in.
        """

    def drill(
        self,
        seed: int = 0,
        *,
        number: int = 0,
        play: Sequence[str] | None = None,
        tactics: Tactics | None = None,
        round_limit: int = 200,
    ) -> Drill:
        """Begins a drill: a fight of which nothing is written down, for programs that learn."""

@final
class Inquiry:
    """A question to simulations, in parts: which series of fights it needs, and what is known of it so far.

    The calls of `Fight` answer theirs on one machine; `quintain.ray` shares the numbers of each series out among many. When it
    is pickled, only what is asked goes along, not what is known.
    """

    def __init__(
        self,
        fight: Fight,
        asks: Asks,
        n: int,
        seed: int = 1,
        tactics: Tactics | Sequence[str] | None = None,
        round_limit: int = 200,
    ) -> None: ...
    def due(self) -> list[int]:
        """The places of the series that can be played now. What comes of one has no say in whether the others are played."""

    @property
    def most(self) -> int:
        """How many series there will be at most."""

    def series(self, place: int) -> tuple[str, int]:
        """What tells the fights of a series from any others, as 16 hexadecimal digits, and how many numbers it has."""

    def stint(self, place: int, start: int, stop: int, *, progress: Progress | None = None) -> bytes:
        """Plays these numbers of a series and counts them. What `progress` raises stops it."""

    def tell(self, place: int, stint: bytes) -> None:
        """What came of a series: all its stints, merged. Raises ValueError where some of its fights are missing."""

    def found(self) -> Any:
        """What came of it all: what the call of `Fight` returns. After that it stands as it was asked."""

@final
class Live:
    """A fight under way. It can be pickled; what is pickled is its record."""

    @property
    def asked(self) -> list[tuple[str, str, str, int]]:
        """Who is asked, the kind of question, its text, and how many options there are: cheap."""

    def questions(self) -> list[dict[str, Any]]:
        """The open questions in full.

        Each has who, text, rule, topic, by, shape, options, refused, default. An option has text, hint, square, who, and in
        `does` what it does in parts: verb, group, means, variants, target, costs, tags.
        """

    def options(self, place: int = 0) -> list[str]:
        """The texts of the options of the question at `place`."""

    def answer(self, answer: str | int | Sequence[int], *, place: int = 0, who: str | None = None) -> None:
        """Answers the open question at `place`.

        In words, as a person would; or by the place of an option, a list of places where several are picked or put in order,
        a number where one is asked for. Raises ValueError with the rule that refuses, or what would be legal.
        """

    def default(self, place: int = 0) -> None:
        """Answers the open question at `place` with its default."""

    @property
    def dice(self) -> dict[str, Any] | None:
        """The dice that it waits for, where they are thrown by hand: text, who, count, sides."""

    def throw(self, faces: Sequence[int]) -> None:
        """Gives the dice that it waits for."""

    def edict(self, words: str) -> None:
        """Carries out an edict of the game master: "set Althea.sta 5"."""

    def undo(self) -> str:
        """Takes the last decision back and says which it was. Dice that were thrown come up again for the same throws."""

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """What has happened, from the event at this place on: text, rule, role, who, whom, dice, terms, total, changes, …"""

    def view(self) -> dict[str, Any]:
        """The state as the game master may see it."""

    @property
    def over(self) -> bool:
        """Whether nothing more will be asked."""

    @property
    def outcome(self) -> str | None:
        """"won", "mutual", "ended" or "undecided"; None while the fight goes on."""

    @property
    def winner(self) -> str | None:
        """The side that holds the field."""

    @property
    def digest(self) -> str:
        """The digest of the state."""

    @property
    def facts(self) -> int:
        """How many facts (dice, answers, edicts, resting points) have led here."""

    def moment(self, at: int | None = None, *, had: str | Sequence[str] | None = None) -> Fight:
        """The fight as it goes on from here, or from behind `at` facts, to be simulated.

        `had` says what somebody had answered there instead: "Althea: retreat". The first takes the place of the answer that
        is due, or of the last one given; each other is given to the next question to its seat that takes it.
        """

    def sim(
        self,
        n: int = 10_000,
        seed: int = 1,
        *,
        at: int | None = None,
        had: str | Sequence[str] | None = None,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        full: bool = False,
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Plays fights that go on from here, or from behind `at` facts, as it was or with other answers."""

    def compare(
        self,
        had: str | Sequence[str],
        n: int = 10_000,
        seed: int = 1,
        *,
        at: int | None = None,
        tactics: Tactics | None = None,
        threads: int = 0,
        round_limit: int = 200,
        progress: Progress | None = None,
    ) -> Rows:
        """Plays the fight as it was against the fight with other answers, under the same numbers."""

    def clone(self, *, redeal: int) -> Live:
        """The same fight at the same moment, with the dice of the seed `redeal` from here on.

        A plan made on a copy must not see the very dice that will fall. The events of the copy begin anew.
        """

    def record(self) -> str:
        """The record so far, as lines of JSON, for `resume`."""

    def odds(
        self,
        answer: str,
        *,
        place: int = 0,
        who: str | None = None,
        until: str = "act",
        then: list[tuple[str, str]] = ...,
        branches: int = 200_000,
        samples: int = 50_000,
        seed: int = 1,
    ) -> Rows:
        """The odds of what follows an answer, until that act is over: a row for each value that may come of each measure.

        `until="down"` gives the answer again and again until somebody is out, `until="end"` looks to the end of the fight;
        neither is ever sampled. `then` holds answers to what comes up on the way, as pairs of name and words.

        Columns: path, now, value, number, chance, low, high, exact (a fraction such as `7/80`). `info` says whether they are
        exact, how many branches there were, that all chances and the `remainder` left open sum to 1, and which `decisions`
        were taken for granted.
        """

    def advise(
        self, play_outs: int = 200, *, place: int = 0, seed: int = 1, round_limit: int = 200
    ) -> list[dict[str, Any]]:
        """The answers to the open question at `place`, weighed by play-outs, the best first: answer, tries, worth, won."""

@final
class Rows:
    """A table, by the Arrow PyCapsule interface.

    `pyarrow.table(rows)`, `polars.DataFrame(rows)` and `pandas.DataFrame.from_arrow(rows)` take it as it is, without a copy.
    """

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __len__(self) -> int: ...
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""

    @property
    def info(self) -> dict[str, Any]:
        """What is to be said of the rows as a whole."""

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as a list of dicts, for small tables."""

@final
class Drill:
    """A fight for programs that learn: nothing of it is written down, so a step is fast.

    It stops only where there is a choice among options. By the same seed and answers it takes the course of the live fight.
    """

    def again(self, seed: int, number: int = 0) -> None:
        """Begins anew, as the fight of this seed and number."""

    @property
    def asked(self) -> list[tuple[int, str, str, int]]:
        """The open questions: place in the roster and name of who is asked, kind of question, number of options."""

    def observe(self, who: int, place: int | None = None) -> bytes:
        """What the combatant at this place of the roster sees, as 32-bit floats."""

    def option_rows(self, place: int = 0) -> bytes:
        """A row of 32-bit floats for each option of the question at `place`."""

    def options(self, place: int = 0) -> list[str]:
        """The texts of the options of the question at `place`."""

    def step(self, option: int, place: int = 0) -> None:
        """Answers the question at `place` with the option at `option`; with its default where that is below 0."""

    @property
    def over(self) -> bool:
        """Whether nothing more will be asked."""

    @property
    def outcome(self) -> str | None:
        """"won", "mutual", "ended" or "undecided"; None while the fight goes on."""

    @property
    def winner(self) -> str | None:
        """The side that holds the field."""

    @property
    def round(self) -> int:
        """The round."""

    @property
    def passed(self) -> int:
        """How many questions were answered by their default because they are no choice among options."""

    def standing(self, side: str) -> float:
        """How well a side stands: the share of life that its own have left, less that of the others, from -1 to 1."""

    def view(self) -> dict[str, Any]:
        """The state as the game master may see it."""

    @property
    def digest(self) -> str:
        """The digest of the state."""

    def clone(self, *, redeal: int) -> Drill:
        """The same fight at the same moment, with the dice of the seed `redeal` from here on."""

    @property
    def features(self) -> dict[str, Any]:
        """What the numbers stand for: names under `whole`, `combatant` and `option`; how many `combatants` have a row."""

@final
class VecFights:
    """Many fights of one encounter, stepped in one call without the interpreter's lock; see `quintain.envs.Fights`."""

    def __init__(
        self,
        fight: Fight,
        n: int,
        seed: int = 1,
        *,
        side: str | None = None,
        tactics: Tactics | None = None,
        threads: int = 1,
        round_limit: int = 200,
        shaping: float = 0.0,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def features(self) -> dict[str, Any]:
        """What the numbers stand for."""

    def reset(self, seed: int | None = None) -> dict[str, bytes]:
        """Begins all fights anew, as the first of their seed, and tells what is asked."""

    def step(self, options: Sequence[int]) -> dict[str, bytes]:
        """Answers in all fights, an option for each (below 0: the default), and tells what is asked next."""
