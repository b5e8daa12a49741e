// The network: the socket, and rooms that stay up to date. No framework.
export { clockFace, type ClockReading, nextTick, readClock } from './clock';
export { type Command, Connection, dialServer, type Link, Refusal } from './connection';
export { RoomFeed, type RoomListener } from './room_feed';
export { isFree, isPlayedByEngine, lineOf, type Phase, type RoomState, seatsOf } from './room_state';
