import type en from './en';
import type { Holes, Values } from './types';

export type MessageKey = keyof typeof en;

/** A language: the keys of the English catalogue, each with a text of its own. */
export type Catalogue = Readonly<Record<MessageKey, string>>;

export type MessageHoles<K extends MessageKey> = Holes<(typeof en)[K]>;
export type MessageValues<K extends MessageKey> = Values<(typeof en)[K]>;
