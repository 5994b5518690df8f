import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logIsFull, maxLogBytes, maxLogLines } from '../../contract/operations/log-limits.ts'
import { createGuestLog } from './execution.ts'

const notice = { level: 'warn', text: logIsFull }

test('keeps 1000 lines, then adds one notice, then leaves out the rest', () => {
  const log = createGuestLog()
  const taken = Array.from({ length: 1500 }, (_, n) => log.take('warn', `line ${n}`)).flat()
  expect(taken.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, n) => ({ level: 'warn', text: `line ${n}` })))
  expect(taken.slice(1000)).toEqual([notice])
})

test('keeps the lines of a chunk that fit, and says that others were left out', () => {
  const log = createGuestLog()
  expect(log.take('info', 'x\n'.repeat(998).trimEnd())).toHaveLength(1)
  expect(log.take('info', 'one\ntwo\nthree')).toEqual([{ level: 'info', text: 'one\ntwo' }, notice])
  expect(log.take('info', 'four')).toEqual([])
})

test('keeps the beginning of a line that is too long', () => {
  const log = createGuestLog()
  expect(log.take('info', 'x'.repeat(60_000))).toHaveLength(1)
  const [cut, last] = log.take('info', 'é'.repeat(60_000))
  expect(cut?.text).toMatch(/^é{2000,3000}$/)
  expect(last).toEqual(notice)
})

test('records no more than the lines and bytes of a log, and a beginning of what was printed', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 4000 }), { maxLength: 60 }), (printed) => {
      const log = createGuestLog()
      const texts = printed.flatMap((text) => log.take('info', text)).map(({ text }) => text)
      const all = texts.join('\n')
      expect(all.split('\n').length).toBeLessThanOrEqual(maxLogLines + 1)
      expect(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(maxLogBytes)
      const kept = texts.at(-1) === logIsFull ? texts.slice(0, -1) : texts
      expect(printed.join('\n').startsWith(kept.join('\n'))).toBe(true)
    }),
  )
})

test('treats an unknown level as info', () => {
  expect(createGuestLog().take('fatal', 'x')).toEqual([{ level: 'info', text: 'x' }])
})
