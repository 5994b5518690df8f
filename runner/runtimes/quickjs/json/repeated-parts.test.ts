import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { leastBytes, RepeatedParts } from './repeated-parts.ts'

afterEach(() => void vi.restoreAllMocks())

const long = (text: string) => text.padEnd(leastBytes, text)

/** Looks for each part in turn, all in one text, and adds it when it is new. Gives the numbers that were found. */
function ask(parts: readonly string[], { repeated = new RepeatedParts(), depth = () => 1 }: Partial<Asked> = {}) {
  const text = Buffer.from(parts.join(''))
  repeated.begin(text)
  let start = 0
  return parts.map((part, number) => {
    const end = start + part.length
    const isFound = repeated.find(text, start, depth(number))
    if (isFound) expect(repeated.end).toBe(end)
    else repeated.add(text, start, end, number, -number, depth(number))
    start = end
    return isFound ? repeated.number : undefined
  })
}
type Asked = { readonly repeated: RepeatedParts; readonly depth: (number: number) => number }

describe('a longer part of a text', () => {
  test('that comes again is found at its first byte, with what it was added with', () => {
    const repeated = new RepeatedParts()
    expect(ask([long('ab'), long('cde'), long('ab'), long('cde')], { repeated })).toEqual([undefined, undefined, 0, 1])
    expect(repeated.hash).toBe(-1)
  })

  test('is never taken for another, however alike they are', () => {
    const part = fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom('a', 'b'), fc.constantFrom(1000, 1001))
      .map(([at, letter, length]) => `${'x'.repeat(at)}${letter}${'x'.repeat(length - at)}]`)
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        for (const [at, found] of ask(parts).entries()) if (found !== undefined) expect(parts[found]).toBe(parts[at])
      }),
    )
  })

  test('is found where it stands as deep as before, or less deep, and not where it stands deeper', () => {
    const depths = [3, 3, 2, 4]
    const found = ask([long('ab'), long('ab'), long('ab'), long('ab')], { depth: (number) => depths[number] ?? 0 })
    expect(found).toEqual([undefined, 0, 0, undefined])
  })

  test('is not found beyond the end of the text', () => {
    const text = Buffer.from(`${long('ab')}${long('ab').slice(0, -1)}`)
    const repeated = new RepeatedParts()
    repeated.begin(text)
    repeated.add(text, 0, leastBytes, 0, 0, 1)
    expect(repeated.find(text, leastBytes, 1)).toBe(false)
  })

  test('is found or not whatever was read before', () => {
    const parts = Array.from({ length: 60 }, (_, n) => long(`<${n % 20}>`))
    const first = ask(parts)
    const repeated = new RepeatedParts()
    ask(
      Array.from({ length: 9000 }, (_, n) => long(`${n}`)),
      { repeated },
    )
    for (let time = 0; time < 2; time += 1) expect(ask(parts, { repeated })).toEqual(first)
  })

  test('of too many is still what it was, or forgotten', () => {
    const parts = Array.from({ length: 5000 }, (_, n) => long(String(n).padStart(7, '<')))
    const found = ask([...parts, ...parts]).slice(5000)
    expect(found.filter((number, at) => number === at).length).toBeGreaterThan(3500)
    expect(found.every((number, at) => number === undefined || number === at)).toBe(true)
  })

  test('that almost comes again, within parts that almost do, is compared a few times in all', () => {
    const compare = vi.spyOn(Buffer.prototype, 'compare')
    const text = Buffer.from(`a${'x'.repeat(999)}b${'x'.repeat(999)}`)
    const repeated = new RepeatedParts()
    repeated.begin(text)
    repeated.add(text, 0, 1000, 0, 0, 1)
    for (let search = 0; search < 100; search += 1) expect(repeated.find(text, 1000, 1)).toBe(false)
    expect(compare.mock.calls.length).toBeGreaterThan(3)
    expect(compare.mock.calls.length).toBeLessThan(16)
  })
})
