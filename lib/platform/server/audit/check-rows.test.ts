import { expect, test } from 'vitest'
import { createAuditMacs, leafOf } from './audit-macs.ts'
import type { TrailRow } from './audit-record.ts'
import { checkSealedRows, type LaneEnds } from './check-rows.ts'
import { createFindings } from './findings.ts'

const macs = createAuditMacs(new Uint8Array(32).fill(5))

function rowOf(seq: number, fields: Partial<TrailRow> = {}): TrailRow {
  const row = {
    ...{ lane: 'a1b2c3d4', seq: BigInt(seq), atMs: '1700000000000', actor: 'user_1', source: 'main' },
    ...{ action: 'user.signed_in', subject: `subject ${seq}`, detail: '{}', ...fields },
  }
  return { ...row, mac: macs.row(row) }
}

function sealed(row: TrailRow, place: number) {
  const leaf = { place: BigInt(place), lane: row.lane, seq: row.seq, hash: leafOf(row) }
  return { leaf: { ...leaf, mac: macs.leaf(leaf) }, row }
}

function findingsOf(rows: Parameters<typeof checkSealedRows>[1], isFromStart = true, ends: LaneEnds = new Map()) {
  const findings = createFindings()
  checkSealedRows({ macs, findings, isFromStart }, rows, rows[0]?.leaf.place ?? 0n, ends)
  return findings.list.map(({ fault, row }) => [fault, row])
}

const rows = [sealed(rowOf(1), 0), sealed(rowOf(2), 1), sealed(rowOf(3), 2)] as const

test('finds a sealed row that was changed by somebody who can make its MAC', () => {
  expect(findingsOf(rows)).toEqual([])
  for (const changed of [
    rowOf(2, { subject: 'another' }),
    rowOf(2, { actor: null }),
    rowOf(2, { detail: '{ }' }),
    rowOf(2, { atMs: '1700000000001' }),
  ]) {
    expect(findingsOf([rows[0], { ...rows[1], row: changed }, rows[2]])).toEqual([['edited', 'a1b2c3d4-2']])
  }
})

test('the first row of a lane must be row 1 only if the check began with the first row of the trail', () => {
  const later = [sealed(rowOf(2), 5), sealed(rowOf(3), 6)]
  expect(findingsOf(later)).toEqual([['removed', 'a1b2c3d4-1']])
  expect(findingsOf(later, false)).toEqual([])
  expect(findingsOf(later, false, new Map([['a1b2c3d4', 1n]]))).toEqual([])
  expect(findingsOf(later, false, new Map([['a1b2c3d4', 0n]]))).toEqual([['removed', 'a1b2c3d4-1']])
})

test('a row that comes again, or before an earlier one of its lane, is reordered', () => {
  expect(findingsOf([rows[0], sealed(rowOf(2), 1), sealed(rowOf(2), 2)])).toEqual([['reordered', 'a1b2c3d4-2']])
  expect(findingsOf([rows[0], sealed(rowOf(2), 1), sealed(rowOf(1), 2)])).toEqual([['reordered', 'a1b2c3d4-1']])
})
