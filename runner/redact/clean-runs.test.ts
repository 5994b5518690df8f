import { describe, expect, it, test } from 'vitest'
import { createCleanRuns, hashOf } from './clean-runs.ts'
import { findValues } from './find-values.ts'
import { createKnownValues } from './known-values.ts'
import { unitsOf } from './redaction-stream.ts'

const secret = 'k3JqPz81mNvBxRt5WyLc0hDf'

test('a text that is too costly to search counts as found from start to end', () => {
  const known = createKnownValues([secret], { parts: true })
  if (!known) throw new Error('Expected known values')
  const text = Buffer.from(Buffer.from('x'.repeat(400)).toString('base64')).toString('hex')
  const spansWithin = (growth: number) => {
    const spans: object[] = []
    findValues(known, { units: unitsOf(text, 0, text.length), base: 7, growth }, (span) => spans.push(span))
    return spans
  }
  expect(spansWithin(1)).toEqual([{ start: 7, end: 7 + text.length, window: -1, first: -1, last: -1 }])
  expect(spansWithin(64)).toEqual([])
})

describe('runs known to be clean', () => {
  it('have different hashes if any digit, the order or the length differs', () => {
    const digits = Uint8Array.from({ length: 40 }, (_, at) => (at * 7) % 64)
    const same = Uint8Array.from({ length: 64 }, (_, value) => value)
    const hash = (some: Uint8Array, end: number) => hashOf(some, { start: 0, end }, same)
    const hashes = new Set<number>()
    for (let at = 0; at < 40; at += 1) {
      for (let value = 0; value < 64; value += 1) hashes.add(hash(digits.with(at, value), 40))
      hashes.add(hash(digits, at))
      hashes.add(hash(digits.toReversed(), at))
    }
    // 63 changed values at each of 40 positions, the original, and its prefixes in both orders. Prefixes of length 0
    // and 1 do not count, because they may be equal in both orders.
    expect(hashes.size).toBeGreaterThanOrEqual(40 * 63 + 1 + 2 * 38)
    expect([...hashes].every(Number.isSafeInteger)).toBe(true)
  })

  it('are bounded in number', () => {
    const runs = createCleanRuns()
    for (let at = 0; at < 20_000; at += 1) runs.add([at])
    let kept = 0
    for (let at = 0; at < 20_000; at += 1) if (runs.has(at)) kept += 1
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThanOrEqual(4096)
  })

  it('do not hide a value next to them, before or after', () => {
    const known = createKnownValues([secret], { parts: true })
    if (!known) throw new Error('Expected known values')
    const clean = 'departure_airport arrival_airport '
    const hidden = Buffer.from(secret).toString('base64')
    const foundIn = (text: string) => {
      let found = 0
      findValues(known, { units: unitsOf(text, 0, text.length), base: 0 }, () => {
        found += 1
      })
      return found
    }
    const once = foundIn(hidden)
    expect(once).toBeGreaterThan(0)
    expect(foundIn(clean)).toBe(0)
    for (const text of [hidden, clean + hidden, `${hidden} ${clean}`, clean + hidden]) expect(foundIn(text)).toBe(once)
  })
})
