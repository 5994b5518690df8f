import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from '../core/hash.ts'
import { createRedactor } from '../redact/redact.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'
import { isLight, longText } from './is-light.ts'
import { parseJson } from './parse-json.ts'
import { runInSlices } from './run-in-slices.ts'
import { largeJson } from './testing/large-json.ts'
import { hashInSlices, jsonInSlices } from './work-on-json.ts'

const secret = 'r3al-value-of-the-key'

test('writes, hashes and parses large values with the same result as in one step', async () => {
  await fc.assert(
    fc.asyncProperty(largeJson, async (value) => {
      const text = JSON.stringify(value)
      expect(await jsonInSlices(Object(value))).toBe(text)
      expect(await hashInSlices(value)).toBe(hashOf(value))
      expect(await parseJson(text)).toEqual(value)
    }),
    { numRuns: 10 },
  )
})

test('leaves out undefined properties, and hashes properties independently of their order', async () => {
  const long = 'x'.repeat(longText + 1)
  expect(await jsonInSlices({ b: long, a: undefined, list: [undefined, long] })).toBe(
    JSON.stringify({ b: long, a: undefined, list: [undefined, long] }),
  )
  expect(await hashInSlices({ b: long, a: 1 })).toBe(hashOf({ a: 1, b: long }))
})

test('redacts large values with the same result as in one step, wherever a secret occurs', async () => {
  const redactor = createRedactor([secret])
  await fc.assert(
    fc.asyncProperty(largeJson, fc.nat({ max: 3 * longText }), async (value, at) => {
      const long = `${'z'.repeat(at)} ${secret} ${'z'.repeat(longText)}`
      const [hidden, list] = [{ [`${secret} as a name`]: long }, Array.from({ length: 5000 }, (_, n) => `n ${n}`)]
      for (const all of [[value, hidden, list], { value, hidden, list }]) {
        expect(await redactInSlices(all, redactor)).toEqual(redactor.json(all))
      }
      const clean = [list, 'z'.repeat(2 * longText)]
      expect(await redactInSlices(clean, redactor)).toBe(clean)
    }),
    { numRuns: 6 },
  )
})

test('runInSlices lets other work run', async () => {
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 1)
  // Never ends unless the timer gets a turn.
  function* work() {
    while (turns < 3) yield
    return 'done'
  }
  expect(await runInSlices(work())).toBe('done')
  clearInterval(others)
})

test('isLight accepts only values with few parts and short texts', () => {
  expect(isLight(Array(4000).fill(0))).toBe(true)
  expect(isLight(Array(4100).fill(0))).toBe(false)
  expect(isLight({ a: 'x'.repeat(longText + 1) })).toBe(false)
  expect(isLight({ ['x'.repeat(longText + 1)]: 1 })).toBe(false)
})
