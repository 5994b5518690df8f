import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { logConsole } from './log-console.ts'
import { createLogger } from './logger.ts'

let lines: string[] = []
let capturing: Disposable
beforeEach(() => {
  lines = []
  capturing = logConsole(createLogger({ destination: { write: (line) => lines.push(line) } }))
})
afterEach(() => capturing[Symbol.dispose]())
const written = (): unknown[] => lines.map((line) => JSON.parse(line))

it('writes one record per call, with its level', () => {
  console.error('⨯ broken:', 'a\nb', 7)
  console.warn('careful')
  console.log('%s is %d', 'one', 1)
  console.debug('hidden')
  expect(written()).toEqual([
    { level: 'error', time: expect.any(String), msg: '⨯ broken: a\nb 7' },
    { level: 'warn', time: expect.any(String), msg: 'careful' },
    { level: 'info', time: expect.any(String), msg: 'one is 1' },
  ])
})

it('writes an error with its stack as one record', () => {
  console.error('⨯', Object.assign(new Error('broken\n{"level":"error"}'), { digest: '123' }))
  expect(lines).toHaveLength(1)
  expect(written()).toMatchObject([
    { level: 'error', msg: expect.stringContaining('broken'), cause: { digest: '123', stack: expect.any(String) } },
  ])
})

it('keeps any text within one record: no line breaks, control characters or forged records', () => {
  const unit = fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\u2028', '\u2029', '\u202e', '\u2066', '\n{"level":"error"}', '\u001b[31m'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      lines = []
      console.error(`⨯ internal image response failed for ${text}`, 404)
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*\n$/u)
      expect(written()).toHaveLength(1)
    }),
  )
})

it("does not log Next's messages about invalid server action requests", () => {
  console.warn(new Error('Failed to find Server Action "\u001b[31mtext of a stranger". This request might be …'))
  console.warn('⚠ Missing `origin` header from a forwarded Server Actions request.')
  expect(lines).toEqual([])
  console.error('⨯ failed for /Failed to find Server Action')
  expect(lines).toHaveLength(1)
})

it('logs no error for a client that leaves in the middle of its request, but for any other lost connection', () => {
  console.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  expect(lines).toEqual([])
  console.error(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  expect(written()).toMatchObject([{ level: 'error', msg: 'read ECONNRESET' }])
})

it('truncates a long text', () => {
  console.error('x'.repeat(1_000_000))
  expect(lines.join('').length).toBeLessThan(5_000)
})

it('writes a warning of Node as one record', async () => {
  process.emitWarning('first line\nsecond line')
  await new Promise((resolve) => setImmediate(resolve))
  expect(written()).toMatchObject([{ level: 'warn', msg: 'Node warns: first line\nsecond line' }])
})

it('restores the console when disposed', () => {
  const captured = console.error
  capturing[Symbol.dispose]()
  expect(console.error).not.toBe(captured)
})
