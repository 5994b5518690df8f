import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { createRedactor } from './redact.ts'
import {
  assignments,
  madePrivateKey,
  madeToken,
  mailchimpKey,
  plainSecret,
  vendorKeys,
} from './testing/made-secrets.ts'

const { text, json } = createRedactor()
const maskOf = (secret: string) => `[REDACTED...${secret.slice(-4)}]`

describe('redacts an unmistakable credential in text and JSON', () => {
  it.each(Object.entries(vendorKeys))('a key of %s', (_, key) => {
    for (const [before, after] of [
      ['', ''],
      ['found ', ', which'],
      ['"', '"'],
      ['line\\n', '\\n'],
      ['%22', '%22'],
      ['(', ')'],
    ]) {
      expect(text(`${before}${key}${after}`)).toBe(`${before}${maskOf(key)}${after}`)
      expect(json([`${before}${key}${after}`])).toEqual([`${before}${maskOf(key)}${after}`])
    }
  })

  it('a key in a URL', () => {
    const { telegram = '' } = vendorKeys
    const address = `https://api.telegram.org/bot${telegram}/sendMessage`
    expect(text(address)).toBe(`https://api.telegram.org/bot${maskOf(telegram)}/sendMessage`)
  })

  it.each([60, 5000])('a signed token with a payload of %i characters', (size) => {
    const token = madeToken(size)
    expect(text(`token ${token} end`)).toBe(`token ${maskOf(token)} end`)
    expect(json({ note: `(${token})` })).toEqual({ note: `(${maskOf(token)})` })
  })

  it('a very long signed token, in text', () => {
    expect(text(`token ${madeToken(40_000)} end`)).toMatch(/^token \[REDACTED\.\.\..{4}\] end$/)
  })

  it('but not a token without an algorithm, nor words joined by dots', () => {
    const token = madeToken(60, { typ: 'page', cursor: 'x' })
    expect(json({ next: token })).toEqual({ next: token })
    expect(text('eyJust.another.sentence')).toBe('eyJust.another.sentence')
  })

  it.each([
    ['plain', madePrivateKey()],
    ['encrypted', madePrivateKey(3, 'ENCRYPTED ')],
    ['without an algorithm name', madePrivateKey(3, '')],
    ['in JSON', JSON.stringify(madePrivateKey()).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(madePrivateKey())).slice(3, -3)],
    ['URL-encoded in a form', new URLSearchParams([['', madePrivateKey(3)]]).toString().slice(1)],
  ])('a private key, with a mask that shows none of its characters: %s', (_, key) => {
    expect(text(`before ${key} after`)).toBe('before [REDACTED] after')
    expect(json(`before ${key} after`)).toBe('before [REDACTED] after')
  })

  it('a truncated private key', () => {
    expect(text(`${madePrivateKey().slice(0, 400)}"`)).toBe('[REDACTED]"')
  })

  it('but not a certificate', () => {
    const certificate = madePrivateKey(3).replaceAll('RSA PRIVATE KEY', 'CERTIFICATE')
    expect(text(certificate)).toBe(certificate)
  })
})

describe('a value where a credential is expected', () => {
  it.each(assignments)('is redacted in text: %s', (_, line) => {
    expect(text(line.replace('sign', plainSecret))).toBe(line.replace('sign', maskOf(plainSecret)))
  })

  it.each(assignments)('is not redacted in JSON: %s', (_, line) => {
    const value = { note: line.replace('sign', plainSecret) }
    expect(json(value)).toBe(value)
  })

  it('is masked except for its last four characters, even if it is several hundred characters long', () => {
    for (let length = 500; length < 560; length += 1) {
      const secret = 'p4s5w6'.repeat(100).slice(0, length)
      expect(text(`password=${secret} end`)).toBe(`password=${maskOf(secret)} end`)
    }
  })

  it('is redacted together with an unknown authorization scheme', () => {
    expect(text(`authorization: Weather-Key ${plainSecret}, then`)).toBe(`authorization: ${maskOf(plainSecret)}, then`)
    expect(text(`authorization: ${plainSecret} was refused`)).toBe(`authorization: ${maskOf(plainSecret)} was refused`)
  })

  it('is redacted in text but kept in JSON if only its ending identifies it', () => {
    const line = `failed with ${mailchimpKey} at last`
    expect(text(line)).toBe(`failed with ${maskOf(mailchimpKey)} at last`)
    expect(json([line])).toEqual([line])
  })

  it('is redacted with its spaces when a command line quotes it', () => {
    for (const line of ["curl --user app:'two words' -v", 'curl -u "app:two words" -v']) {
      expect(text(line)).toBe(line.replace('two words', '[REDACTED]'))
    }
  })

  it('is redacted as a pair in Bundler’s settings for a gem server', () => {
    const pair = `0a1b2c3d:${plainSecret}`
    expect(text(`BUNDLE_GEMS__CONTRIBSYS__COM=${pair} bundle`)).toBe(
      `BUNDLE_GEMS__CONTRIBSYS__COM=${maskOf(plainSecret)} bundle`,
    )
    expect(text(`BUNDLE_GEM__FURY__IO: "${pair}"`)).toBe(`BUNDLE_GEM__FURY__IO: "${maskOf(plainSecret)}"`)
  })

  it('is redacted in Basic authentication', () => {
    const pair = Buffer.from(`app:${plainSecret}`).toString('base64')
    expect(text(`Basic ${pair}`)).toBe(`Basic ${maskOf(pair)}`)
  })

  it('is redacted in every cookie of a header', () => {
    expect(text(`cookie: theme=dark; session=${plainSecret}\nhost: x`)).toBe(`cookie: ${maskOf(plainSecret)}\nhost: x`)
  })

  it('is redacted completely when it is short', () => {
    expect(text('password=hunter2')).toBe('password=[REDACTED]')
  })

  it.each([
    `password: $${'{DB_PASSWORD}'}`,
    'password=<your password>',
    'Authorization: Bearer <token>',
    'secret_length = 32 bytes',
    'https://cdn.example.com/img/ico-0123456789abcdef0123456789abcdef.png',
    'https://cdn.example.com/img/ico-0123456789abcdef0123456789abcdef01234567.png',
    'BUNDLE_WITHOUT=development:test',
    'BUNDLE_MIRROR__RUBYGEMS__ORG=https://gems.example.com',
    'curl --user-agent travel:1 https://www.example.com',
    'the session token expired',
    'token: expired',
    'passengers: 2, cabin: economy',
    'passport=required',
    'boarding_pass: 3A',
    'the bearer of good news arrived at noon',
    'basic economy fares carry no bags',
    'https://www.example.com:8443/book?to=NRT',
    'see https://example.com/@user/post',
    '2026-03-15T11:30:00-07:00 SEA-NRT NH177 787-9',
    'execution exec_0123456789abcdefghij ended',
    '{"token":12345678,"password":1}',
    'a3f5c2d1-0b9e-4f7a-8c6d-1e2f3a4b5c6d',
  ])('is not found in harmless text: %s', (line) => {
    expect(text(line)).toBe(line)
  })

  it('is redacted without breaking the JSON of a log line', () => {
    for (const [, around] of assignments) {
      const line = around.replace('sign', plainSecret)
      const logged = JSON.stringify({ msg: line, nested: JSON.stringify({ line }), token: plainSecret, password: 12 })
      const parsed: unknown = JSON.parse(text(logged))
      expect(JSON.stringify(parsed)).not.toContain(plainSecret)
      expect(parsed).toMatchObject({ password: 12 })
    }
  })
})

const Sample = z.object({
  rule: z.string(),
  kind: z.enum(['secret', 'not-secret']),
  text: z.string(),
  matchesRegexOnly: z.boolean(),
})

describe('labelled samples', needs.referenceData, () => {
  const file =
    referenceData === undefined ? '[]' : readFileSync(`${referenceData}/security/secret-samples.json`, 'utf8')
  const samples = z.array(Sample).parse(JSON.parse(file))

  /** Samples labelled harmless that are redacted all the same, each with a reason. */
  const judged = [
    // Published example keys have the exact form of real ones; only a list could tell them apart.
    { rule: 'gcp-api-key', matchesRegexOnly: true },
    // Not a key of this vendor, but a random value assigned to a variable called …_TOKEN.
    { rule: 'databricks-api-token', matchesRegexOnly: false },
  ]
  const isJudged = (sample: z.infer<typeof Sample>) =>
    judged.some(({ rule, matchesRegexOnly }) => rule === sample.rule && matchesRegexOnly === sample.matchesRegexOnly)

  it('are all redacted if labelled secret', () => {
    const secrets = samples.filter((sample) => sample.kind === 'secret')
    expect(secrets.filter((sample) => !text(sample.text).includes('[REDACTED'))).toEqual([])
    expect(secrets.length).toBeGreaterThanOrEqual(15)
  })

  it('are unchanged if labelled harmless', () => {
    const harmless = samples.filter((sample) => sample.kind === 'not-secret' && !isJudged(sample))
    expect(harmless.filter((sample) => text(sample.text) !== sample.text)).toEqual([])
    expect(harmless.length).toBeGreaterThanOrEqual(15)
  })
})
