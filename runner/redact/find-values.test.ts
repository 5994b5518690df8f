import { expect, test } from 'vitest'
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
