/** The whole text of src/board/skins/xiangqi_glyphs.gen.ts. */
export function generate(): string;
