"""Chat and hints: allowed or not; the hint itself is the server's to find."""

from __future__ import annotations

from collections.abc import Iterator

from duiyi import wire
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused

__all__ = ["BURST", "PER_MINUTE"]

BURST = 5
"""Messages in ten seconds."""
PER_MINUTE = 20


def say(deed: Deed, command: wire.Say) -> Iterator[wire.Event]:
    """Speak; the table is for those seated."""
    state, person = deed.state, deed.person
    text = "".join(char for char in command.text if char.isprintable()).strip()
    if not text:
        raise Refused("empty")
    if person.id in state.muted:
        raise Refused("muted")
    if command.channel == "table" and not state.seats_of(person.id):
        raise Refused("not_seated")
    times = [at for at in state.chat_times.get(person.id, ()) if at > deed.now - 60_000]
    if len(times) >= PER_MINUTE or sum(at > deed.now - 10_000 for at in times) >= BURST:
        raise Refused("too_fast")
    yield wire.Chatted(user=person, text=text, channel=command.channel, **deed.stamp)


def mute(deed: Deed, command: wire.Mute) -> Iterator[wire.Event]:
    """The host mutes somebody or lets them speak again."""
    deed.must_be_host()
    yield wire.Muted(user=command.user, muted=command.muted, **deed.stamp)


def hint(deed: Deed, command: wire.HintRequest) -> Iterator[wire.Event]:
    """Note that a person asks for a hint."""
    state = deed.state
    if state.phase != "playing":
        raise Refused("no_game")
    if not state.settings.hints:
        raise Refused("no_hints")
    if command.base != state.turn:
        raise Refused("stale")
    seat = state.position.to_move
    if seat not in state.seats_of(deed.person.id):
        raise Refused("not_your_turn")
    yield wire.Hinted(seat=seat, step=command.step, turn=state.turn, **deed.stamp)
