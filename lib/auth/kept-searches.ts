import { SearchNote } from '#lib/shared/search-note.ts'

/** A kept search as the account page shows it. */
export type KeptSearch = SearchNote & { readonly searchedAt: Date }

/** The searches of rows; a row that cannot be read is left out. */
export function keptSearches(rows: readonly { readonly note: string; readonly searchedAt: Date }[]): KeptSearch[] {
  return rows.flatMap(({ note, searchedAt }) => {
    const read = SearchNote.safeParse(JSON.parse(note))
    return read.success ? [{ ...read.data, searchedAt }] : []
  })
}
