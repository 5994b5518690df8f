import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matcherOfRules } from './matcher.ts'
import { createRedactionStream, createRedactor } from './redact.ts'
import { createStream, redactAll } from './redaction-stream.ts'
import { escapings, radixes } from './testing/escaped-forms.ts'
import { assignments, madePrivateKey, madeToken, plainSecret, vendorKeys } from './testing/made-secrets.ts'

const known = 'k3y/with+signs&"quotes"-9Zx'
const ends = (pieces: readonly string[]) => {
  const stream = createRedactionStream([known])
  return pieces.map((piece) => stream.push(piece)).join('') + stream.end()
}

/** Splits `text` at these fractions of its length. */
function cut(text: string, shares: readonly number[]): string[] {
  const places = [0, ...shares.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((place, index) => text.slice(places[index], place))
}

const secrets = [
  known,
  encodeURIComponent(known),
  Buffer.from(`u:${known}`).toString('base64'),
  known.slice(3, -2),
  ...[...escapings, ...radixes].map(({ encode }) => encode(known)),
  encodeURIComponent(Buffer.from(JSON.stringify(known)).toString('base64')),
  madeToken(),
  madeToken(9000),
  madePrivateKey(),
  madePrivateKey(400),
  madePrivateKey().slice(0, 500),
  `password=${'p4'.repeat(3000)}`,
  `Bearer ${'b1'.repeat(9000)}`,
  ...Object.values(vendorKeys),
  ...assignments.map(([, line]) => line.replace('sign', plainSecret)),
]
const filler = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    ' ',
    '\n',
    '-----BEGIN ',
    'eyJ',
    '-----END RSA PRIVATE KEY-----',
    'password=',
    '\\',
    '[REDACTED',
    '"',
  ),
  fc.integer({ min: 0, max: 9000 }).map((length) => 'lorem ipsum '.repeat(length / 12)),
)
const piece = fc.oneof(filler, fc.constantFrom(...secrets))
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

/** Rules of every kind, with a short reach, so that a stream takes many steps through a short text. */
const small = matcherOfRules(
  [
    { mark: 'KEY', secret: '(?<![a-z])KEY[0-9]{4}(?![0-9])' },
    { mark: 'pass', before: 'pass {0,9}= {0,9}', secret: '[a-z]{1,9}', more: '[a-z]{1,3}' },
    { mark: 'BEGIN', secret: 'BEGIN-', more: '(?:[a-z]{1,5}|-(?!END))', end: '-END', showsNothing: true },
    { mark: '@', before: '//[a-z]{1,9}:', secret: '[a-z@]{1,9}(?=@)' },
  ],
  { reach: 32 },
)
const smallText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'KEY1234',
        'xKEY1234',
        'KEY12345',
        'pass =  abcabc',
        'pass   =',
        'BEGIN-abc-def-END',
        'BEGIN-',
        '-END',
      ),
      fc.constantFrom('//user:pa@ss@host', '//user:', '@', ' ', ', ', 'abcdefghijklmnopqrstuvwxyz'),
    ),
    { minLength: 100, maxLength: 400 },
  )
  .map((pieces) => pieces.join(''))

describe('a redaction stream', () => {
  it('gives the same result as redacting the whole text, over many small steps', () => {
    fc.assert(
      fc.property(
        smallText,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
        (whole, shares) => {
          const stream = createStream({ known: undefined, matchers: [small] })
          const shown = cut(whole, shares).map((part) => stream.push(part))
          expect(shown.join('') + stream.end()).toBe(redactAll({ known: undefined, matchers: [small] }, whole))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('gives the same result as redacting the whole text with the real rules, wherever a step ends', () => {
    const dense = secrets.map((secret) => (secret.length > 2000 ? '' : `x${secret} ${secret}`)).join(' ')
    const { text } = createRedactor([known])
    // Repeated, the text meets each boundary at another place, so shifts need not be small.
    for (let shift = 0; shift < 420; shift += 42) {
      const whole = `${'.'.repeat(shift)} ${dense.repeat(9)}`
      const stream = createRedactionStream([known])
      const shown = Array.from({ length: Math.ceil(whole.length / 900) }, (_, index) =>
        stream.push(whole.slice(index * 900, (index + 1) * 900)),
      )
      expect(shown.join('') + stream.end()).toBe(text(whole))
    }
  })

  it('gives the same result as redacting the whole text, however the text is split', () => {
    const { text } = createRedactor([known])
    fc.assert(
      fc.property(texts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (whole, shares) => {
        expect(ends(cut(whole, shares))).toBe(text(whole))
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same result as redacting the whole text, for equal pieces of any size', () => {
    const whole = ['start ', ...secrets.flatMap((secret) => [secret, ' and more text ', '\n'])]
      .join('')
      .slice(0, 60_000)
    const { text } = createRedactor([known])
    for (const size of [1, 7, 64, 1000, 4096, 24_000]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.slice(index * size, (index + 1) * size),
      )
      expect(ends(pieces)).toBe(text(whole))
    }
  })

  it('shows nothing of a secret that is longer than its buffer', () => {
    const key = madePrivateKey(3000)
    const stream = createRedactionStream()
    const shown = cut(`before ${key} after`, [0.1, 0.3, 0.5, 0.7]).map((part) => stream.push(part))
    expect(shown.join('') + stream.end()).toBe('before [REDACTED] after')
  })

  it('buffers no more than its bound, for any input', () => {
    for (const sign of ['x ', 'eyJ', 'password=', '-----BEGIN RSA PRIVATE KEY', '\\', `://${'a'.repeat(50)}`]) {
      const stream = createRedactionStream([known])
      for (let times = 0; times < 20; times += 1) stream.push(sign.repeat(Math.ceil(5000 / sign.length)))
      expect(stream.end().length, sign).toBeLessThan(3 * 26_000)
    }
  })
})
