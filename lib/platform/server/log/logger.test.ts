import { Writable } from 'node:stream'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { DatabaseError } from '../db/database-error.ts'
import { createLogger } from './logger.ts'

function capture(level?: 'info' | 'debug') {
  const lines: string[] = []
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  return { log: createLogger({ destination, ...(level ? { level } : {}) }), lines }
}

it('writes one JSON line with level, time, message and fields', () => {
  const { log, lines } = capture()
  log.info('Ready', { port: 3000 })
  expect(JSON.parse(lines[0] ?? '')).toEqual({ level: 'info', time: expect.any(String), msg: 'Ready', port: 3000 })
})

it('writes nothing below its level', () => {
  const { log, lines } = capture()
  log.debug('hidden')
  expect(lines).toEqual([])
})

it('never writes credentials, at any depth of the fields', () => {
  const { log, lines } = capture()
  const headers = { authorization: 'Bearer s3cret', cookie: 'a=s3cret', 'set-cookie': ['a=s3cret'], accept: 'x' }
  log.warn('Asked', {
    password: 's3cret',
    request: { headers },
    body: { token: 's3cret', nested: { secret: 's3cret' } },
  })
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines.join('')).toContain('"accept":"x"')
})

it('writes a cause with its message, stack and own cause', () => {
  const { log, lines } = capture()
  log.error('Failed', { cause: new Error('outer', { cause: new Error('inner') }) })
  expect(lines[0]).toContain('outer')
  expect(lines[0]).toContain('inner')
  expect(lines[0]).toContain('logger.test.ts')
})

it('masks whatever looks like a credential anywhere in a line, and each line stays JSON', () => {
  const { log, lines } = capture()
  const cause = new Error('cannot reach postgresql://app:s3cret-password@db.example.com/travel', {
    cause: new Error('refused: {"client_secret":"s3cret-of-a-client"}'),
  })
  log.error('sent password=s3cret-and-more', { cause, url: 'https://api.example.com/?access_token=s3cret0123456789' })
  expect(lines.join('')).not.toContain('s3cret')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'sent password=[REDACTED...more]',
    url: 'https://api.example.com/?access_token=[REDACTED...6789]',
  })
})

it('keeps each line JSON and its message whole, also when a text begins what looks like a credential', () => {
  const pieces = [
    'password: ',
    'token=',
    'Bearer ',
    'api_key":"',
    '"',
    '\\',
    '\n',
    'sk-abcdefghijklmnopqrstuvwx',
    '{',
    ' ',
  ]
  const more = ['12345678901234567890', 'https://u:p"w@x.com/', '-----BEGIN PRIVATE KEY-----\n', 'x'.repeat(30), ':']
  const text = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 }).map((parts) => parts.join(''))
  const value = fc.oneof(text, fc.nat(), fc.boolean(), fc.array(text))
  const fields = fc.dictionary(fc.constantFrom('a', 'password', 'note', 'n"'), value)
  fc.assert(
    fc.property(text, fields, (detail, given) => {
      const { log, lines } = capture()
      log.info('an alert was sent', { detail, given })
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'an alert was sent' })
    }),
  )
})

it('escapes control and bidirectional characters, so that none reaches a terminal, and the line parses to the same text', () => {
  const { log, lines } = capture()
  const marks = 'a\u0000\u001b[31m\n\u007f\u009b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069'
  log.info(marks, { [marks]: marks, nested: { marks } })
  expect(lines.join('')).toMatch(/^[\x20-\x7e]*\n$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: marks, [marks]: marks, nested: { marks } })
})

it('writes the same failure of the database once a second with the number omitted, and every other line', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const { log, lines } = capture()
  const fail = () => log.error('A route failed', { cause: new DatabaseError('away') })
  for (let call = 0; call < 100; call += 1) fail()
  log.error('A route failed', { cause: new Error('another') })
  log.warn('A job failed', { cause: new DatabaseError('away') })
  now.mockReturnValue(6_000)
  fail()
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, omitted }) => [msg, omitted])).toEqual([
    ['A route failed', undefined],
    ['A route failed', undefined],
    ['A job failed', undefined],
    ['A route failed', 99],
  ])
})
