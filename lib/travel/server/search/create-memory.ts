import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { longestRecalled } from '#runner/contract/operations/memory.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { MemorySource } from '#runner/core/ports.ts'
import { SearchNote } from '../../model/search-note.ts'

/** The maximum of rows of each kind that are searched. */
const maxRows = 200

type CallRow = {
  readonly skill: string
  readonly action: string
  readonly params: string | null
  readonly message: string | null
  readonly at: Date
}
type Entry = { readonly at: Date; readonly text: string }

/**
 * The history of a principal: the searches on its account page, and its successful skill calls, which are recorded
 * without secrets. Of a call's output, it includes only the message: results mostly consist of texts of third parties.
 */
export function createMemory(db: Pick<DatabaseClient, 'keptSearch' | '$queryRaw'>): MemorySource {
  async function searchesOf(userId: string): Promise<Entry[]> {
    const rows = await db.keptSearch.findMany({ where: { userId }, orderBy: { searchedAt: 'desc' }, take: maxRows })
    return rows.flatMap(({ note, searchedAt }) => {
      const parsed = SearchNote.safeParse(jsonOrNot(note))
      return parsed.success ? [{ at: searchedAt, text: sentenceOf(parsed.data) }] : []
    })
  }

  async function callsOf(principalId: string): Promise<Entry[]> {
    // Reads only the beginning of the params and nothing of the results, because both can be large.
    const rows = await db.$queryRaw<CallRow[]>`
      select skill, action, left((input->'params')::text, ${longestRecalled}) as params, output->>'message' as message, started_at as at
      from executions where principal_id = ${principalId} and status = 'success' and skill <> ${scriptName}
      order by started_at desc, id desc limit ${maxRows}`
    return rows.map(({ skill, action, params, message, at }) => ({
      at,
      text: `called ${skill} ${action} with ${params ?? '{}'}${message ? `: ${message}` : ''}`,
    }))
  }

  return async ({ id }, { query, limit }) => {
    const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
    const entries = (await Promise.all([searchesOf(id), callsOf(id)])).flat()
    return entries
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .map(({ at, text }) => `${at.toISOString()} ${text}`)
      .filter((entry) => words.every((word) => entry.toLowerCase().includes(word)))
      .slice(0, limit)
  }
}

function sentenceOf({ kind, from, to, via = [], start, end }: SearchNote): string {
  const where = kind === 'hotels' ? `hotels in ${from}` : `flights from ${[from, ...via, to].join(' to ')}`
  return `searched ${where}, ${end === null ? start : `${start} to ${end}`}`
}
