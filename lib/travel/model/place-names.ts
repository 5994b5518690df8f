/** Names of places by code, as fields and headings show them. */
export type PlaceNames = Record<string, string>
