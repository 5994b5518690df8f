/** The name of a place for its code, as fields and headings show it. */
export type PlaceNames = Record<string, string>
