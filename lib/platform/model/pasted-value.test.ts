import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewCredential, SecretValue } from './credential-schema.ts'
import { pastedToken, pastedValue } from './pasted-value.ts'

const pem = '-----BEGIN PRIVATE KEY-----\nMIIabc+/=\nMIIdef\n-----END PRIVATE KEY-----'

test('a value loses what copying adds around it, and nothing inside', () => {
  const around = fc.array(
    fc.constantFrom(' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\ufeff', '\u2028', '\u202f', '\u2060'),
  )
  const value = fc.constantFrom('sk-live-0123', 'a b"c', "it's", 'p\u00e4ss w\u00f6rd', '1 2', pem)
  fc.assert(
    fc.property(around, around, value, fc.constantFrom('', '"', "'"), (before, after, text, quote) => {
      const isQuoted = !/["']/.test(text)
      const copied = isQuoted ? `${quote}${text}${quote}` : text
      expect(pastedValue([...before, copied, ...after].join(''))).toBe(text)
    }),
  )
})

test('a key in PEM keeps its lines, in whatever way they were copied', () => {
  for (const copied of [
    pem.replaceAll('\n', '\\n'),
    pem.replaceAll('\n', '\r\n'),
    ` "${pem.replaceAll('\n', '\\n')}" `,
    pem.replaceAll('\n', ' \n  '),
  ]) {
    expect(pastedValue(copied)).toBe(pem)
    expect(SecretValue.parse(copied)).toBe(pem)
  }
})

test('a token may come with the word in front of it', () => {
  for (const copied of ['Bearer sk-live-0123', ' "bearer  sk-live-0123"\n', 'sk-live-0123']) {
    expect(pastedToken(copied)).toBe('sk-live-0123')
  }
})

test('a field refuses what it cannot repair, and says why', () => {
  const messages = (value: string, kind: 'plain' | 'bearer' = 'plain') =>
    NewCredential.safeParse({ name: 'KEY', use: { kind }, hosts: ['api.example.com'], value }).error?.issues.map(
      ({ message }) => message,
    )
  expect(messages('sk-live\n0123')).toEqual(['must have no control characters or line breaks'])
  expect(messages('sk-live\u200b0123')).toEqual(['has a character inside that nobody sees: copy it again'])
  expect(messages('Bearer sk-live-0123', 'bearer')).toEqual([
    'begins with Bearer, which the gateway adds: leave it out',
  ])
  expect(messages('Bearer sk-live-0123')).toBeUndefined()
  expect(messages(' \u00a0\u200b ')).toContain('must not be empty')
  expect(messages('\u00a0sk-live-0123\u200b\n')).toBeUndefined()
})
