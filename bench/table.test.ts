import { describe, expect, test } from 'vitest'
import { absentLine, linesOf } from './measure.ts'
import { ratioOf, tablesOf } from './table.ts'

const hello = (subject: string, p50: number) => linesOf({ bench: 'hello', subject }, 10, { p50, rate: 1000 / p50 })

describe('ratios', () => {
  const lines = [...hello('quickjs', 0.1), ...hello('slow', 4.2), ...hello('fast', 0.001)]

  test('divide the subject’s value by our value', () => {
    expect(ratioOf(lines, 'slow')).toBeCloseTo(42)
    expect(ratioOf(lines, 'fast')).toBeCloseTo(0.01)
  })

  test('compare only lines of equal size', () => {
    const sized = [50, 250].flatMap((size) => [
      ...linesOf({ bench: 'mapping', subject: 'quickjs', size }, 1, { p50: size }),
      ...linesOf({ bench: 'mapping', subject: 'node', size }, 1, { p50: 5 }),
    ])
    expect(ratioOf(sized, 'node', 250)).toBeCloseTo(0.02)
  })

  test('are undefined if the subject’s or our value is absent', () => {
    expect(ratioOf(lines, 'gone')).toBeUndefined()
    expect(ratioOf(hello('slow', 4), 'slow')).toBeUndefined()
    expect(ratioOf([absentLine({ bench: 'hello', subject: 'quickjs' }, 'p50', 'x'), ...hello('slow', 4)], 'slow')).toBe(
      undefined,
    )
  })
})

test('a table has a row for each subject, including absent ones, with a comparison', () => {
  const gone = absentLine({ bench: 'hello', subject: 'gone' }, 'p50', 'it is not installed')
  expect(tablesOf([...hello('quickjs', 0.1), ...hello('slow', 4.2), ...hello('node', 0.001), gone])).toBe(
    [
      'hello',
      '                p50          rate',
      '  quickjs    0.1 ms     10,000 /s',
      '  slow       4.2 ms        238 /s  42 times ours',
      '  node     0.001 ms  1,000,000 /s  ours is 100 times this',
      '  gone            -             -  absent: it is not installed',
      '',
    ].join('\n'),
  )
})

test('each job of a bench has its own table, and each size its own row', () => {
  const line = (of: string, size: number) =>
    linesOf({ bench: 'waiting', subject: 'quickjs', of, size }, 1, { rss: 2048 })
  expect(tablesOf([...line('hello', 1), ...line('waiting', 1), ...line('waiting', 1000)])).toBe(
    [
      'waiting: hello',
      '              rss',
      '  quickjs 1  2 KB',
      '',
      'waiting: waiting',
      '                 rss',
      '  quickjs 1     2 KB',
      '  quickjs 1000  2 KB',
      '',
    ].join('\n'),
  )
})

test('a difference between two subjects gets no ratio', () => {
  const lines = [...hello('quickjs', 0.1), ...linesOf({ bench: 'hello', subject: 'quickjs - node' }, 1, { p50: 0.05 })]
  expect(tablesOf(lines)).not.toContain('ours')
})

test('a negative difference keeps its sign', () => {
  expect(tablesOf(linesOf({ bench: 'waiting', subject: 'quickjs' }, 1, { rss: -3072 }))).toContain('-3 KB')
})
