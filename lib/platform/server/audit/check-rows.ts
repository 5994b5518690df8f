import { type AuditMacs, isMac, leafOf } from './audit-macs.ts'
import { rowId, type TrailRow } from './audit-record.ts'
import type { LaneState, SealedRow } from './read-trail.ts'

/** The position of the last checked row of each lane. */
export type LaneEnds = Map<string, bigint>

type CheckPorts = {
  readonly macs: AuditMacs
  readonly findings: Findings
  /** Whether the check began with the first row of the trail, so that the first row of each lane must be row 1. */
  readonly isFromStart: boolean
}

/**
 * Checks a batch of leaves in order, from `place` on: each leaf is authentic at its place, the rows of each lane are
 * consecutive, and each row is unchanged since it was sealed. Returns the place of the next leaf.
 */
export function checkSealedRows(ports: CheckPorts, rows: readonly SealedRow[], place: bigint, ends: LaneEnds): bigint {
  const { macs, findings } = ports
  const all = rows.flatMap(({ row }) => row ?? [])
  let expected = place
  for (const { leaf, row } of rows) {
    const id = rowId(leaf)
    if (leaf.place !== expected) {
      findings.add('removed', undefined, `the leaves ${expected} to ${leaf.place - 1n} of the tree were removed`)
    }
    expected = leaf.place + 1n
    if (!isMac(leaf.mac, macs.leaf(leaf))) {
      findings.add('reordered', id, `the leaf ${leaf.place} of row ${id} was edited, inserted or moved in the tree`)
    }
    checkOrder(ports, leaf, ends)
    if (!row) findings.add('removed', id, `row ${id} was removed`)
    else if (!isAuthentic(macs, row)) explainWrong(macs, findings, row, all)
    else if (leafOf(row) !== leaf.hash) findings.add('edited', id, `row ${id} was edited after it was sealed`)
  }
  return expected
}

/**
 * Checks rows without a leaf, which are ordered by lane and position, and updates `ends`.
 */
export function checkTailRows(
  ports: CheckPorts,
  rows: readonly TrailRow[],
  ends: LaneEnds,
  lanes: ReadonlyMap<string, LaneState>,
): void {
  const { macs, findings } = ports
  for (const row of rows) {
    const id = rowId(row)
    const isNext = row.seq === (ends.get(row.lane) ?? 0n) + 1n
    if (!isAuthentic(macs, row)) {
      // Later rows must still follow this position.
      if (isNext) ends.set(row.lane, row.seq)
      explainWrong(macs, findings, row, rows)
    } else if (!lanes.has(row.lane) && !ends.has(row.lane)) {
      findings.add('removed', id, `the counter of lane ${row.lane} was removed; row ${id} is authentic`)
      ends.set(row.lane, row.seq)
    } else checkOrder(ports, row, ends)
  }
}

/** Checks that the last row of each lane matches the lane's counter. */
export function checkLaneEnds(
  { macs, findings }: Omit<CheckPorts, 'isFromStart'>,
  lanes: readonly LaneState[],
  ends: LaneEnds,
): void {
  for (const { id, nextSeq, mac } of lanes) {
    const end = ends.get(id) ?? 0n
    if (!isMac(mac, macs.lane(id, nextSeq))) {
      findings.add('edited', undefined, `the counter of lane ${id} was edited: rows after row ${id}-${end} may be gone`)
    } else if (nextSeq !== end + 1n) addMissing(findings, id, end + 1n, nextSeq - 1n)
  }
  const known = new Set(lanes.map(({ id }) => id))
  for (const id of ends.keys()) {
    if (!known.has(id)) findings.add('removed', undefined, `the counter of lane ${id} was removed`)
  }
}

/** Whether a row is unchanged since it was written. */
const isAuthentic = (macs: AuditMacs, row: TrailRow): boolean => isMac(row.mac, macs.row(row))

function checkOrder(
  { findings, isFromStart }: CheckPorts,
  { lane, seq }: Pick<TrailRow, 'lane' | 'seq'>,
  ends: LaneEnds,
): void {
  const end = ends.get(lane) ?? (isFromStart ? 0n : undefined)
  ends.set(lane, seq)
  if (end === undefined || seq === end + 1n) return
  const id = rowId({ lane, seq })
  if (seq > end) addMissing(findings, lane, end + 1n, seq - 1n)
  else findings.add('reordered', id, `row ${id} comes after row ${lane}-${end}: rows were reordered`)
}

function addMissing(findings: Findings, lane: string, first: bigint, last: bigint): void {
  if (last < first) {
    findings.add('inserted', `${lane}-${last + 1n}`, `row ${lane}-${last + 1n} is beyond the end of its lane`)
    return
  }
  const id = rowId({ lane, seq: first })
  findings.add('removed', id, first === last ? `row ${id} was removed` : `rows ${id} to ${lane}-${last} were removed`)
}

/** Reports a row with a wrong MAC as moved, or as edited or inserted. */
function explainWrong(macs: AuditMacs, findings: Findings, row: TrailRow, others: readonly TrailRow[]): void {
  // The search is costly, but bounded by the number of findings.
  if (findings.isFull) return
  const id = rowId(row)
  const origin = others.find(({ lane, seq }) => isMac(row.mac, macs.row({ ...row, lane, seq })))
  if (origin) {
    findings.add('reordered', id, `rows were reordered: row ${id} was originally row ${rowId(origin)}`)
  } else findings.add('edited', id, `row ${id} was edited or inserted`)
}

type AuditFault = 'edited' | 'inserted' | 'removed' | 'reordered' | 'truncated' | 'head'

/** A place at which the trail was altered. `row`: the id of the row; absent if no single row is concerned. */
export type AuditFinding = { readonly fault: AuditFault; readonly row: string | undefined; readonly sentence: string }

export type Findings = {
  readonly list: readonly AuditFinding[]
  add(fault: AuditFault, row: string | undefined, sentence: string): void
  /** Whether the list is full, so that further findings are not added. */
  readonly isFull: boolean
}

const maxFindings = 100

export function createFindings(): Findings {
  const list: AuditFinding[] = []
  return {
    list,
    add(fault, row, sentence) {
      if (list.length < maxFindings) list.push({ fault, row, sentence })
    },
    get isFull() {
      return list.length >= maxFindings
    },
  }
}
