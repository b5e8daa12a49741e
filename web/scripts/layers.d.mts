/** The layer of a file path below src/, or `app` for the files directly in it. */
export function layerOf(relative: string): string;
/** A sentence that says why the import is refused, or undefined when it is allowed. */
export function refusal(file: string, source: string): string | undefined;
