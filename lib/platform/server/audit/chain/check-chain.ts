import { openedAction } from '../opened-action.ts'
import { type ChainRow, firstPrevHash, hasKeyedHash, hasUnkeyedHash, isKeyed } from './chain-row.ts'

export type ChainFault = 'edited' | 'inserted' | 'removed' | 'reordered' | 'rewritten'

/** The first row at which the trail was altered. */
export type ChainFinding = { readonly fault: ChainFault; readonly row: bigint; readonly sentence: string }

/** The last checked row, after which the check continues. */
export type ChainEnd = {
  readonly id: bigint
  readonly hash: string
  readonly isKeyed: boolean
  /** Number of unkeyed rows so far. */
  readonly unkeyed: number
}

/** The end from which the check of a whole trail starts: no row is checked yet. */
export const chainStart: ChainEnd = { id: 0n, hash: firstPrevHash, isKeyed: false, unkeyed: 0 }

export type ChainCheck =
  | { readonly ok: true; readonly end: ChainEnd }
  | { readonly ok: false; readonly finding: ChainFinding }

/** Checks rows in order, after `before`. Uses the rows after an invalid row to find out what happened to it. */
export function checkChain(key: Uint8Array, rows: readonly ChainRow[], before: ChainEnd): ChainCheck {
  let end = before
  for (const [at, row] of rows.entries()) {
    const finding = isKeyed(row)
      ? findingOfKeyed(key, rows, at, end)
      : end.isKeyed
        ? findingOfInvalid(key, rows, at, end)
        : findingOfUnkeyed(row, end)
    if (finding) return { ok: false, finding }
    const { id, hash } = row
    end = { id, hash, isKeyed: isKeyed(row), unkeyed: end.unkeyed + (isKeyed(row) ? 0 : 1) }
  }
  return { ok: true, end }
}

function findingOfUnkeyed(row: ChainRow, end: ChainEnd): ChainFinding | undefined {
  if (!hasUnkeyedHash(row)) return finding('edited', row.id, `row ${row.id} was edited`)
  if (row.prevHash === end.hash) return undefined
  return finding('removed', row.id, `rows before row ${row.id} were removed or reordered`)
}

function findingOfKeyed(
  key: Uint8Array,
  rows: readonly ChainRow[],
  at: number,
  end: ChainEnd,
): ChainFinding | undefined {
  const row = rows[at]
  if (!row) return undefined
  const place = end.id + 1n
  if (!hasKeyedHash(key, row)) return findingOfInvalid(key, rows, at, end)
  if (row.id > place) {
    const which = row.id === place + 1n ? `row ${place} was` : `rows ${place} to ${row.id - 1n} were`
    return finding('removed', place, `${which} removed`)
  }
  if (row.prevHash !== end.hash) {
    return finding('rewritten', row.id, `row ${row.id} does not match the row before it: an earlier row was replaced`)
  }
  if (!end.isKeyed && end.unkeyed > 0 && !counts(row, end.unkeyed)) {
    return finding('inserted', row.id, `rows before row ${row.id} are not authenticated, and no row declares them`)
  }
  return undefined
}

/** Whether the row declares this number of unkeyed rows. */
const counts = ({ action, detail }: ChainRow, unkeyed: number): boolean =>
  action === openedAction && Object(detail).unkeyed_rows === unkeyed

/** Explains an invalid row. */
function findingOfInvalid(key: Uint8Array, rows: readonly ChainRow[], at: number, end: ChainEnd): ChainFinding {
  const row = rows[at]
  const place = end.id + 1n
  if (!row) return finding('removed', place, `row ${place} was removed`)
  const written = rows.find(({ id }) => hasKeyedHash(key, row, id))?.id
  const original = written ?? (hasKeyedHash(key, row, row.id + 1n) ? row.id + 1n : undefined)
  if (original !== undefined) {
    const isElsewhere = rows.some((other) => hasKeyedHash(key, other, place))
    return original > place && !isElsewhere
      ? finding('removed', place, `row ${place} was removed: its place holds row ${original}`)
      : finding('reordered', place, `rows were reordered: row ${row.id} was originally row ${original}`)
  }
  if (rows[at + 1]?.prevHash === end.hash) return finding('inserted', row.id, `row ${row.id} was inserted`)
  const hasFollower = rows.length > at + 1
  return finding('edited', row.id, `row ${row.id} was edited${hasFollower ? '' : ', or inserted at the end'}`)
}

function finding(fault: ChainFault, row: bigint, sentence: string): ChainFinding {
  return { fault, row, sentence }
}
