import { nameAgents } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ExecutionExportQuery, ExecutionRow } from '../../model/console-executions.ts'
import { actorOfRow, rowOf } from './execution-row.ts'
import { matchesOf, readRows } from './list-executions.ts'

type Cell = string | number | null

/** A line of a CSV file. A text that a spreadsheet would run as a formula begins with an apostrophe, which makes it a text. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return text !== cell || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows in memory at a time. */
const batch = 500

const columns: Readonly<Record<string, (row: ExecutionRow) => string | number | null>> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  error_code: ({ error_code }) => error_code,
  skill: ({ skill }) => skill,
  version: ({ version }) => version,
  asked: ({ summary }) => summary,
  asked_by: ({ by }) => by.actor?.kind ?? null,
  asked_by_name: ({ by }) => by.name,
  data: ({ data }) => data,
  started_at: ({ started_at }) => started_at,
  duration_ms: ({ duration_ms }) => duration_ms,
  fuel_left: ({ fuel_left }) => fuel_left,
  fuel_limit: ({ fuel_limit }) => fuel_limit,
}

/** The text of a file with all executions that a query finds, with the same data as in the list, in pieces. */
export async function* exportExecutions(
  { db }: { readonly db: DatabaseClient },
  { format, ...query }: ExecutionExportQuery,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const matches = await matchesOf(db, query)
  if (format === 'csv') yield csvLine(Object.keys(columns))
  let isFirst = true
  for (let after: { at: Date; id: string } | undefined; !signal.aborted; ) {
    const rows = await readRows(db, matches, { after, count: batch })
    const named = await nameAgents(db, rows.map(actorOfRow))
    for (const row of rows) {
      const shown = rowOf(row, named(actorOfRow(row)))
      if (format === 'csv') yield csvLine(Object.values(columns).map((cell) => cell(shown)))
      else yield `${isFirst ? '[' : ','}\n${JSON.stringify(shown)}`
      isFirst = false
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) break
    after = { at: last.started_at, id: last.id }
  }
  if (format === 'json') yield isFirst ? '[]\n' : '\n]\n'
}
