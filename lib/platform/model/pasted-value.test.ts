import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewCredential, SecretValue } from './credential-schema.ts'
import { isDamaged, pastedToken, pastedValue } from './pasted-value.ts'

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

test('a key in PEM whose line breaks a field dropped, or made blanks, gets its lines again', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'
  const key = `-----BEGIN RSA PRIVATE KEY-----\n${line}\n${line}\nAb+/==\n-----END RSA PRIVATE KEY-----`
  const chain = `${key}\n${key.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE')}`
  for (const whole of [key, chain]) {
    for (const dropped of ['', ' ', '\u00a0', '\u200b ']) {
      const copied = whole.replaceAll('\n', dropped)
      expect(pastedValue(copied)).toBe(whole)
      expect(pastedToken(`"${copied}"`)).toBe(whole)
      expect(SecretValue.parse(copied)).toBe(whole)
    }
  }
})

test('a key in PEM that cannot be restored is refused', () => {
  const broken = [
    '-----BEGIN RSA PRIVATE KEY-----Proc-Type: 4,ENCRYPTEDDEK-Info: DES,00MIIabc-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----MIIabc',
    '-----BEGIN A-----MIIabc-----END B-----',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----lQabc==ab12-----END PGP PRIVATE KEY BLOCK-----',
    `${pem.slice(0, 40)}\u200b${pem.slice(40)}`,
    `${pem.slice(0, 40)}\u202e${pem.slice(40)}`,
    `${pem.slice(0, 40)}\0${pem.slice(40)}`,
  ]
  for (const value of broken) {
    expect(isDamaged(pastedValue(value)), JSON.stringify(value)).toBe(true)
    expect(SecretValue.safeParse(value).error?.issues[0]?.message).toMatch(/copy it again$/)
  }
  const encrypted =
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: DES,00\n\nMIIabc\n-----END RSA PRIVATE KEY-----'
  expect(SecretValue.parse(encrypted)).toBe(encrypted)
})

test.each([
  ['username', { kind: 'basic' }],
  ['client_id', { kind: 'oauth2', token_host: 'api.example.com', token_path: '/token' }],
])('a %s is repaired or refused like a value', (field, rest) => {
  const parse = (text: string) =>
    NewCredential.safeParse({ name: 'KEY', use: { ...rest, [field]: text }, hosts: ['api.example.com'] })
  for (const copied of [' me-01 ', 'me-01\r\n', '\u00a0me-01\u200b', '"me-01"', '\ufeffme-01']) {
    expect(parse(copied).data?.use).toMatchObject({ [field]: 'me-01' })
  }
  for (const damaged of ['me\n01', 'me\u200b01', 'me\t01', ' ', '\u200b', '""']) {
    const issues = parse(damaged).error?.issues
    expect(issues?.[0]?.path, JSON.stringify(damaged)).toEqual(['use', field])
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
