import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { createLogger } from './logger.ts'
import { readableLines } from './readable-lines.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ level: 'debug', destination: readableLines((line) => (text += line)) }))
  return text
}

test('prints the message with its fields, and the level unless it is info', () => {
  expect(logged((log) => log.info('ready', { url: 'http://localhost', n: 2 }))).toBe('ready url=http://localhost n=2\n')
  expect(logged((log) => log.error('broken', { code: 'X' }))).toBe('error: broken code=X\n')
})

const control = fc.oneof(
  fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...'\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069'),
)

test('skill output cannot send terminal commands or forge log lines', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(control, fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 })) }),
      (text) => {
        const line = logged((log) => log.info(`skill: ${text}`, { detail: text, [text]: 1 }))
        expect(line.endsWith('\n')).toBe(true)
        const [own = '', ...below] = line.slice(0, -1).split('\n')
        expect(own.startsWith('skill: ')).toBe(true)
        expect(below.every((one) => one.startsWith('    | '))).toBe(true)
        expect([own, ...below].join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u)
      },
    ),
  )
})

test('prints stacks and lists of sentences below their line', () => {
  const detail = 'Error: no\n\tat go (src/go.ts:6:42)\n'
  expect(logged((log) => log.info('ended', { detail, code: 'X' }))).toBe(
    'ended code=X detail=Error: no\n    |   at go (src/go.ts:6:42)\n',
  )
  expect(logged((log) => log.warn('skill: Traceback\n  File "main.py"\nKeyError', { skill: 'x' }))).toBe(
    'warn: skill: Traceback skill=x\n    |   File "main.py"\n    | KeyError\n',
  )
  expect(logged((log) => log.warn('left out', { count: 2, findings: ['a.b: is required', 'c: must be 1'] }))).toBe(
    'warn: left out count=2 findings=\n    | a.b: is required\n    | c: must be 1\n',
  )
})

test('secret fields stay redacted', () => {
  expect(logged((log) => log.info('request', { headers: { authorization: 'Bearer x' } }))).not.toContain('Bearer')
})

test('prints a line that is not JSON, without terminal control characters', () => {
  let shown = ''
  readableLines((text) => (shown += text)).write('broken \u001b[2J\u202e\n')
  readableLines((text) => (shown += text)).write(
    '{"level":"info","time":"t","msg":"\\u202ea","x\\u001b":"1","a\\nb":2}\n',
  )
  expect(shown).toBe('broken \\u001b[2J\\u202e\n\\u202ea x\\u001b=1 a\\u000ab=2\n')
})
