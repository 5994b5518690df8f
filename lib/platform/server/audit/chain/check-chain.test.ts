import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { openedAction } from '../opened-action.ts'
import { type ChainRow, firstPrevHash, keyedHash, unkeyedHash } from './chain-row.ts'
import { chainStart, checkChain } from './check-chain.ts'

const key = new Uint8Array(32).fill(1)

/** A trail with the given numbers of rows without and with a key. */
function trailOf(unkeyed: number, keyed: number): ChainRow[] {
  const rows: ChainRow[] = []
  for (let at = 0; at < unkeyed + keyed; at += 1) {
    const isFirstKeyed = at === unkeyed
    const row = {
      id: BigInt(at + 1),
      at: new Date(1_700_000_000_000 + at),
      actorUserId: `user_${at}`,
      actorSource: 'public',
      action: isFirstKeyed ? openedAction : 'user.signed_in',
      subject: `user_${at}`,
      detail: isFirstKeyed ? { unkeyed_rows: unkeyed } : { method: 'password', at },
      prevHash: rows.at(-1)?.hash ?? firstPrevHash,
    }
    rows.push({ ...row, hash: at < unkeyed ? unkeyedHash(row) : keyedHash(key, row) })
  }
  return rows
}

const findingOf = (rows: readonly ChainRow[]) => {
  const check = checkChain(key, rows, chainStart)
  return check.ok ? undefined : { fault: check.finding.fault, row: Number(check.finding.row) }
}
const withRow = (rows: readonly ChainRow[], id: bigint, change: (row: ChainRow) => ChainRow) =>
  rows.map((row) => (row.id === id ? change(row) : row))
/** The rows sealed again by an attacker who knows the format but not the key. */
const resealed = (rows: readonly ChainRow[], wrongKey = new Uint8Array(32)) => {
  const made: ChainRow[] = []
  for (const row of rows) {
    const again = { ...row, prevHash: made.at(-1)?.hash ?? firstPrevHash }
    made.push({ ...again, hash: keyedHash(wrongKey, again) })
  }
  return made
}

const edits: ((row: ChainRow) => ChainRow)[] = [
  (row) => ({ ...row, at: new Date(0) }),
  (row) => ({ ...row, actorUserId: null }),
  (row) => ({ ...row, actorSource: 'main' }),
  (row) => ({ ...row, action: 'operator.granted' }),
  (row) => ({ ...row, subject: 'user_x' }),
  (row) => ({ ...row, detail: {} }),
  (row) => ({ ...row, detail: true }),
  (row) => ({ ...row, detail: null }),
  (row) => ({ ...row, detail: [] }),
  (row) => ({ ...row, detail: JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)) }),
  (row) => ({ ...row, detail: { deep: JSON.parse('['.repeat(30_000) + ']'.repeat(30_000)) } }),
  (row) => ({ ...row, at: new Date(Number.NaN) }),
  (row) => ({ ...row, hash: `hmac-sha256:${firstPrevHash}` }),
  (row) => ({ ...row, subject: 'user_x', hash: unkeyedHash({ ...row, subject: 'user_x' }) }),
]

describe('an untouched trail', () => {
  it('is valid, with and without unkeyed rows', () => {
    for (const rows of [[], trailOf(0, 5), trailOf(4, 0), trailOf(4, 5)]) expect(findingOf(rows)).toBeUndefined()
  })

  it('is valid when it is checked in parts', () => {
    const rows = trailOf(3, 9)
    fc.assert(
      fc.property(fc.nat({ max: rows.length }), (cut) => {
        const first = checkChain(key, rows.slice(0, cut), chainStart)
        expect(first.ok && checkChain(key, rows.slice(cut), first.end).ok).toBe(true)
      }),
    )
  })
})

describe('names the first row', () => {
  it('that was edited, in any field', () => {
    for (const edit of edits) expect(findingOf(withRow(trailOf(0, 9), 4n, edit))).toEqual({ fault: 'edited', row: 4 })
    for (const edit of edits.slice(0, 6)) {
      expect(findingOf(withRow(trailOf(5, 4), 3n, edit))).toEqual({ fault: 'edited', row: 3 })
      expect(findingOf(withRow(trailOf(0, 4), 4n, edit))).toEqual({ fault: 'edited', row: 4 })
    }
  })

  it('that was removed, at the start or in the middle, even if the others were renumbered', () => {
    const rows = trailOf(0, 9)
    for (const gone of [1n, 4n]) {
      const others = rows.filter(({ id }) => id !== gone)
      expect(findingOf(others)).toEqual({ fault: 'removed', row: Number(gone) })
      const moved = others.map((row) => (row.id > gone ? { ...row, id: row.id - 1n } : row))
      expect(findingOf(moved)).toEqual({ fault: 'removed', row: Number(gone) })
    }
    expect(findingOf(trailOf(5, 4).slice(2))).toEqual({ fault: 'removed', row: 3 })
    expect(findingOf(trailOf(5, 4).slice(5))).toEqual({ fault: 'removed', row: 1 })
  })

  it('that was inserted', () => {
    const rows = trailOf(0, 9)
    const moved = rows.map((row) => (row.id >= 4n ? { ...row, id: row.id + 1n } : row))
    const [, , , fourth] = rows
    if (!fourth) throw new Error('The trail has no fourth row')
    const made = resealed([...rows.slice(0, 3), { ...fourth, subject: 'user_x' }]).at(-1)
    if (!made) throw new Error('No row was created')
    const inserted = { ...made, prevHash: fourth.prevHash }
    expect(findingOf([...moved, inserted].sort((a, b) => Number(a.id - b.id)))).toEqual({ fault: 'inserted', row: 4 })
  })

  it('that was swapped with another', () => {
    const swapped = trailOf(0, 9).map((row) =>
      row.id === 3n ? { ...row, id: 6n } : row.id === 6n ? { ...row, id: 3n } : row,
    )
    expect(findingOf(swapped.sort((a, b) => Number(a.id - b.id)))).toEqual({ fault: 'reordered', row: 3 })
  })

  it('from which the trail was rewritten without the key', () => {
    const rows = trailOf(0, 9)
    expect(findingOf([...rows.slice(0, 6), ...resealed(rows).slice(6)])).toMatchObject({ row: 7 })
    expect(findingOf(resealed(rows))).toMatchObject({ row: 1 })
  })
})

it('accepts unkeyed rows only before the row that counts them', () => {
  const rows = trailOf(4, 5)
  const shorter = trailOf(3, 0)
  expect(findingOf([...shorter, ...rows.slice(4)])).toMatchObject({ row: 4 })
  // A keyed trail with unkeyed rows inserted before it.
  const [first, ...others] = trailOf(0, 5)
  const before = trailOf(2, 0)
  if (!first) throw new Error('The trail has no first row')
  const moved = { ...first, id: 3n, prevHash: before.at(-1)?.hash ?? '' }
  const counted = { ...moved, hash: keyedHash(key, moved) }
  expect(findingOf([...before, counted, ...others])).toEqual({ fault: 'inserted', row: 3 })
})

it('the first keyed row authenticates all unkeyed rows before it', () => {
  const rows = withRow(trailOf(4, 5), 4n, (row) => {
    const edited = { ...row, subject: 'user_x' }
    return { ...edited, hash: unkeyedHash(edited) }
  })
  expect(findingOf(rows)).toEqual({ fault: 'rewritten', row: 5 })
})

it('finds any change to any rows except the removal of the last rows', () => {
  const rows = trailOf(3, 12)
  const place = fc.nat({ max: rows.length - 1 })
  const change = fc.oneof(
    fc.record({ kind: fc.constant('edit' as const), at: place, edit: fc.constantFrom(...edits.slice(0, 6)) }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat({ max: rows.length - 2 }) }),
    fc.record({ kind: fc.constant('swap' as const), at: place, to: place }),
  )
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      let changed: ChainRow[] = rows
      for (const one of changes) {
        const [row, other] = [changed[one.at], one.kind === 'swap' ? changed[one.to] : undefined]
        if (one.kind === 'remove') changed = changed.filter((each) => each !== row)
        else if (one.kind === 'edit') changed = changed.map((each) => (each === row ? one.edit(each) : each))
        else if (row && other) {
          changed = changed.map((each) =>
            each === row ? { ...other, id: row.id } : each === other ? { ...row, id: other.id } : each,
          )
        }
      }
      const isSame = isDeepStrictEqual(plain(changed), plain(rows))
      // Without the last rows the rest is intact: only the head file reveals the truncation.
      const isPrefix = isDeepStrictEqual(plain(rows.slice(0, changed.length)), plain(changed))
      expect(findingOf(changed) === undefined).toBe(isSame || isPrefix)
    }),
  )
})

/** The rows' contents, independent of the code under test. */
const plain = (rows: readonly ChainRow[]): unknown =>
  JSON.parse(JSON.stringify(rows.map((row) => ({ ...row, id: String(row.id) }))))

describe('canonicalJson', () => {
  it('returns the same text for a value, whatever the order of its keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
  })

  it('writes text that parses to the same value as the text of JSON.stringify', () => {
    const values = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)))
    fc.assert(
      fc.property(values, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

it('distinguishes an empty detail from true, null, a number, a text and a list', () => {
  const [row] = trailOf(0, 1)
  if (!row) throw new Error('The trail has no row')
  const empty = { ...row, detail: {} }
  const written = { ...empty, hash: keyedHash(key, empty) }
  expect(findingOf([written])).toBeUndefined()
  for (const detail of [true, null, 5, '', []]) expect(findingOf([{ ...written, detail }])).toMatchObject({ row: 1 })
})
