"""The readers and writers that the package of a game offers for its rulebook, with the types of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from types import UnionType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import attrs

from era_of_inventions import tabletop
from era_of_inventions.tabletop.law.ruleset import BaseRuleset
from era_of_inventions.tabletop.play.rulebook import Rulebook
from era_of_inventions.tabletop.play.setting import AnyPosition, AnySetting

if TYPE_CHECKING:
    from pathlib import Path

    from era_of_inventions.tabletop.disputes import Dispute
    from era_of_inventions.tabletop.records import Record

S = TypeVar("S", bound=AnyPosition)
M = TypeVar("M")
T = TypeVar("T")


@attrs.frozen
class FrontDoor(Generic[S, M]):
    """The readers and writers of a rulebook, which a package offers as its own functions.

    For example ``parse_game = FrontDoor(PEBBLES).parse_game``. The subpackages needed
    are loaded on first use.
    """

    rulebook: Rulebook[S, M]

    def parse_move(self, text: str, setting: AnySetting, *, seat: int | None = None) -> M:
        """Parse a move; ``seat`` is who makes it, where that matters.

        The move need not be legal in any position. Raises `NotationError` for a text
        that is not a move.
        """
        move: M = tabletop.records.parse_move(text, setting, seat=seat)
        return move

    def parse_game(
        self,
        text: str | bytes,
        *,
        components: Iterable[Any] = (),
        rulesets: Iterable[BaseRuleset] = (),
    ) -> Record[S, M]:
        """Parse the text of a record; bytes are UTF-8.

        ``components`` are sets that do not come with the rulebook, ``rulesets`` earlier
        versions of presets. See
        `era_of_inventions.tabletop.records.game_text.parse_game`, also for the errors
        raised.
        """
        return tabletop.records.parse_game(
            text, (self.rulebook,), components=components, rulesets=rulesets
        )

    def read_game(
        self,
        path: Path | str,
        *,
        components: Iterable[Any] = (),
        rulesets: Iterable[BaseRuleset] = (),
    ) -> Record[S, M]:
        """Read the record in a file; see `parse_game`.

        See `era_of_inventions.tabletop.records.saving.read_game`, also for the errors
        raised.
        """
        return tabletop.records.read_game(
            path, (self.rulebook,), components=components, rulesets=rulesets
        )

    def read_dispute(
        self,
        path: Path | str,
        *,
        ruleset: BaseRuleset | str | None = None,
        components: object = None,
    ) -> Dispute:
        """Read a dispute file. By default it is about this game.

        See `era_of_inventions.tabletop.disputes.read_dispute`, also for the errors
        raised.
        """
        return tabletop.disputes.read_dispute(
            path, self.rulebook, ruleset=ruleset, components=components
        )

    def parse_dispute(
        self,
        text: str | bytes,
        *,
        ruleset: BaseRuleset | str | None = None,
        components: object = None,
    ) -> Dispute:
        """Parse the text of a dispute, without opening any file. By default it is about this game.

        See `era_of_inventions.tabletop.disputes.parse_dispute`, also for the errors
        raised.
        """
        return tabletop.disputes.parse_dispute(
            text, self.rulebook, ruleset=ruleset, components=components
        )

    def to_json(self, value: object, *, setting: AnySetting | None = None) -> str:
        """Serialize a value as JSON, in ASCII and on one line.

        The value is a position, `Record`, move, `Verdict`, ruleset, component set or
        `Setting`, or a value that can only be written: `Score`, `Event`, `Clause`,
        `Ruling`, `GameError`. A list or tuple of such values becomes an array.
        ``setting``, which defines the ids, is required for a move and a verdict, and
        ignored otherwise. Raises `GameError` for a value of another type, or if a value
        refers to something that is not among its components.
        """
        return tabletop.documents.to_json(self.rulebook, value, setting=setting)

    def to_data(self, value: object, *, setting: AnySetting | None = None) -> Any:
        """Return the plain data of the JSON of a value: dicts, lists, texts, whole numbers, booleans and None.

        See `to_json`.
        """
        return tabletop.documents.to_data(self.rulebook, value, setting=setting)

    @overload
    def from_json(
        self,
        text: object,
        kind: type[T],
        *,
        setting: AnySetting | None = None,
        components: Iterable[Any] = (),
        rulesets: Iterable[BaseRuleset] = (),
    ) -> T: ...
    @overload
    def from_json(
        self, text: object, kind: UnionType, *, setting: AnySetting | None = None
    ) -> M: ...
    def from_json(
        self,
        text: object,
        kind: Any,
        *,
        setting: AnySetting | None = None,
        components: Iterable[Any] = (),
        rulesets: Iterable[BaseRuleset] = (),
    ) -> Any:
        """Read a value of the class ``kind`` from JSON: a text, bytes in UTF-8, or the plain data that it stands for.

        ``kind`` can also be the union of all classes of moves, but no other union. See
        `era_of_inventions.tabletop.documents.from_json`, also for the errors raised.
        """
        return tabletop.documents.from_json(
            self.rulebook,
            text,
            kind,
            setting=setting,
            components=components,
            rulesets=rulesets,
        )
