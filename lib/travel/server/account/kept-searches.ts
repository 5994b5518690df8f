import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { SearchNote } from '../../model/search-note.ts'

/** A stored search as the account page shows it. */
export type KeptSearch = SearchNote & { readonly searchedAt: Date }

const maxShown = 20

/** The searches of a person that the account page shows: the latest first, each search once. */
export async function readKeptSearches(
  db: Pick<DatabaseClient, 'keptSearch'>,
  userId: string,
): Promise<readonly KeptSearch[]> {
  return keptSearches(
    await db.keptSearch.findMany({ where: { userId }, orderBy: { searchedAt: 'desc' }, take: maxShown }),
  )
}

/** Parses the searches in rows. Leaves out rows that cannot be parsed. */
export function keptSearches(rows: readonly { readonly note: string; readonly searchedAt: Date }[]): KeptSearch[] {
  return rows.flatMap(({ note, searchedAt }) => {
    const read = SearchNote.safeParse(JSON.parse(note))
    return read.success ? [{ ...read.data, searchedAt }] : []
  })
}
