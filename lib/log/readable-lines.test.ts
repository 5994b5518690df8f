import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'
import { readableLines } from './readable-lines.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ level: 'debug', destination: readableLines((line) => (text += line)) }))
  return text
}

test('a line is its message with its fields; the level is said when it is not info', () => {
  expect(logged((log) => log.info('ready', { url: 'http://localhost', n: 2 }))).toBe('ready url=http://localhost n=2\n')
  expect(logged((log) => log.error('broken', { code: 'X' }))).toBe('error: broken code=X\n')
})

const control = fc.oneof(
  fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...'\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069'),
)

test('nothing that a skill writes reaches the terminal as a command or as a line of its own', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(control, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }),
      (text) => {
        const line = logged((log) => log.info(`skill: ${text}`, { detail: text, [text]: 1 }))
        expect(line.endsWith('\n')).toBe(true)
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      },
    ),
  )
})

test('secret fields stay redacted', () => {
  expect(logged((log) => log.info('request', { headers: { authorization: 'Bearer x' } }))).not.toContain('Bearer')
})

test('a line that is no JSON is shown, without what a terminal obeys', () => {
  let shown = ''
  readableLines((text) => (shown += text)).write('broken \u001b[2J\u202e\n')
  readableLines((text) => (shown += text)).write(
    '{"level":"info","time":"t","msg":"\\u202ea","x\\u001b":"1","a\\nb":2}\n',
  )
  expect(shown).toBe('broken \\u001b[2J\\u202e\n\\u202ea x\\u001b=1 a\\u000ab=2\n')
})
