import { SearchNote } from '#lib/travel/model/search-note.ts'

/** A stored search as the account page shows it. */
export type KeptSearch = SearchNote & { readonly searchedAt: Date }

/** Parses the searches in rows. Leaves out rows that cannot be parsed. */
export function keptSearches(rows: readonly { readonly note: string; readonly searchedAt: Date }[]): KeptSearch[] {
  return rows.flatMap(({ note, searchedAt }) => {
    const read = SearchNote.safeParse(JSON.parse(note))
    return read.success ? [{ ...read.data, searchedAt }] : []
  })
}
