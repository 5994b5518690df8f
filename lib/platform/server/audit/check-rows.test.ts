import { expect, test } from 'vitest'
import { createAuditMacs, isMac, leafOf } from './audit-macs.ts'
import type { TrailRow } from './audit-record.ts'
import { checkLaneEnds, checkSealedRows, checkTailRows, createFindings, type LaneEnds } from './check-rows.ts'

const macs = createAuditMacs(new Uint8Array(32).fill(5))
const lane = 'a1b2c3d4'

function rowOf(seq: number, fields: Partial<TrailRow> = {}): TrailRow {
  const row = {
    ...{ lane, seq: BigInt(seq), atMs: '1700000000000', actor: 'user_1', source: 'main' },
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

test.each<[string, Parameters<typeof checkSealedRows>[1], string[]]>([
  ['a removed row', [rows[0], { ...rows[1], row: undefined }, rows[2]], ['row L-2 was removed']],
  ['a removed leaf', [rows[0], rows[2]], ['the leaves 1 to 1 of the tree were removed', 'row L-2 was removed']],
  [
    'a leaf whose MAC is not of its place',
    [rows[0], { ...rows[1], leaf: { ...rows[1].leaf, mac: rows[0].leaf.mac } }, rows[2]],
    ['the leaf 1 of row L-2 was edited, inserted or moved in the tree'],
  ],
  [
    'an edited row beside a removed one',
    [{ ...rows[0], row: undefined }, rows[1], { ...rows[2], row: { ...rows[2].row, subject: 'another' } }],
    ['row L-1 was removed', 'row L-3 was edited or inserted'],
  ],
  [
    'two rows that changed places',
    [
      { ...rows[0], row: { ...rowOf(2), seq: 1n } },
      { ...rows[1], row: { ...rowOf(1), seq: 2n } },
    ],
    ['rows were reordered: row L-1 was originally row L-2', 'rows were reordered: row L-2 was originally row L-1'],
  ],
  ['a MAC of another length', [{ ...rows[0], row: { ...rows[0].row, mac: '' } }], ['row L-1 was edited or inserted']],
])('of sealed rows, says what was altered: %s', (_, altered, sentences) => {
  const findings = createFindings()
  checkSealedRows({ macs, findings, isFromStart: true }, altered, 0n, new Map())
  expect(findings.list.map(({ sentence }) => sentence.replaceAll(lane, 'L'))).toEqual(sentences)
})

const counter = (nextSeq: number) => [
  { id: lane, nextSeq: BigInt(nextSeq), mac: macs.lane(lane, BigInt(nextSeq)), sealed: 0n },
]
const edited = (seq: number) => ({ ...rowOf(seq), subject: 'another' })
const counterRemoved = 'the counter of lane L was removed'

/** `sealed`: the last sealed row of the lane. */
test.each<[string, TrailRow[], ReturnType<typeof counter>, sealed: bigint | undefined, string[]]>([
  ['nothing', [rowOf(1), rowOf(2), rowOf(3)], counter(4), undefined, []],
  ['nothing, behind sealed rows', [rowOf(3)], counter(4), 2n, []],
  ['nothing, without rows', [], counter(1), undefined, []],
  ['an edited row', [edited(1), rowOf(2), rowOf(3)], counter(4), undefined, ['row L-1 was edited or inserted']],
  ['an edited row behind sealed ones', [edited(3), rowOf(4)], counter(5), 2n, ['row L-3 was edited or inserted']],
  ['a row inserted far behind', [rowOf(1), edited(7)], counter(2), undefined, ['row L-7 was edited or inserted']],
  ['a removed row', [rowOf(1), rowOf(3)], counter(4), undefined, ['row L-2 was removed']],
  ['removed rows', [rowOf(1), rowOf(4)], counter(5), undefined, ['rows L-2 to L-3 were removed']],
  ['a removed last row', [rowOf(1)], counter(3), undefined, ['row L-2 was removed']],
  [
    'a counter that was set back',
    [rowOf(1), rowOf(2)],
    counter(2),
    undefined,
    ['row L-2 is beyond the end of its lane'],
  ],
  [
    'a counter that is not authentic',
    [rowOf(1)],
    counter(2).map((one) => ({ ...one, mac: one.mac.replace(/./g, 'a') })),
    undefined,
    ['the counter of lane L was edited: rows after row L-1 may be gone'],
  ],
  [
    'a removed counter',
    [rowOf(1), rowOf(2)],
    [],
    undefined,
    ['the counter of lane L was removed; row L-1 is authentic', counterRemoved],
  ],
  ['a removed counter of sealed rows', [rowOf(3)], [], 2n, [counterRemoved]],
])('of rows without a leaf, says what was altered: %s', (_, tail, lanes, last, sentences) => {
  const findings = createFindings()
  const ends: LaneEnds = new Map(last === undefined ? [] : [[lane, last]])
  checkTailRows({ macs, findings, isFromStart: true }, tail, ends, new Map(lanes.map((one) => [one.id, one])))
  checkLaneEnds({ macs, findings }, lanes, ends)
  expect(findings.list.map(({ sentence }) => sentence.replaceAll(lane, 'L'))).toEqual(sentences)
})

test('names at most 100 places, and searches for the origin of no more rows', () => {
  let made = 0
  const counting = {
    ...macs,
    row() {
      made += 1
      return 'another'
    },
  }
  const findings = createFindings()
  const altered = Array.from({ length: 300 }, (_, at) => rowOf(at + 1))
  checkTailRows({ macs: counting, findings, isFromStart: true }, altered, new Map(), new Map())
  findings.add('head', undefined, 'one more')
  expect([findings.list.length, findings.isFull, made]).toEqual([100, true, 300 + 100 * 300])
  expect(isMac(null, '')).toBe(false)
})
