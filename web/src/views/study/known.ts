// What is known of the nodes of a tree. The maps are values: a change makes a new one.

export type Known<T> = ReadonlyMap<number, T>;

export function known<T>(entries: readonly (readonly [number, T])[] = []): Known<T> {
  return new Map(entries);
}

export function withKnown<T>(map: Known<T>, entries: readonly (readonly [number, T])[]): Known<T> {
  return new Map([...map, ...entries]);
}

/** An entry, or none where there is no value. */
export function entry<T>(id: number, value: T | null | undefined): [number, T][] {
  return value === undefined || value === null ? [] : [[id, value]];
}
