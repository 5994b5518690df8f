import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockLength } from '../redact/find-values.ts'
import { createKnownValues } from '../redact/known-values.ts'
import {
  type Encoding,
  escapings,
  leftOf,
  radixes,
  signsOfEscapes,
  spelledOut,
} from '../redact/testing/escaped-forms.ts'
import { createScrubber, createSentParts, type SentRequest } from './scrub.ts'

const secret = '0123456789abcdef0XYZ0123456789zz'
const knownOf = (value: string) => createKnownValues([value], { parts: true })
const scrubberOf = (value: string, sent = createSentParts()) =>
  createScrubber([{ value, mask: '__secret_KEY__' }], knownOf(value), sent.isSent)

describe('a part of a real value in a response', () => {
  it('of eight or more characters is masked completely, even if it is encoded twice', () => {
    const encoding = fc.constantFrom<Encoding>(...escapings, ...radixes)
    const value = fc.array(signsOfEscapes, { minLength: 8, maxLength: 40 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(value, fc.nat(), fc.nat(), encoding, encoding, (whole, from, length, inner, outer) => {
        const start = from % (whole.length - 7)
        const part = whole.slice(start, start + 8 + (length % (whole.length - start - 7)))
        const shown = scrubberOf(whole).text(outer.encode(inner.encode(`${part}|`)))
        expect(shown).toMatch(/\[REDACTED\]|__secret_KEY__/)
        expect(leftOf(whole, shown)).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('of eight or more characters is masked in Base32, Base85 and character codes too', () => {
    const encoding = fc.constantFrom<Encoding>(...escapings, ...radixes, ...spelledOut)
    fc.assert(
      fc.property(fc.nat(), fc.nat(), encoding, fc.constantFrom(...spelledOut), (from, length, outer, inner) => {
        const start = from % (secret.length - 7)
        const part = secret.slice(start, start + 8 + (length % (secret.length - start - 7)))
        for (const text of [inner.encode(`${part}|`), outer.encode(inner.encode(`${part}|`))]) {
          expect(scrubberOf(secret).text(text)).toMatch(/\[REDACTED\]|__secret_KEY__/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is masked in any mixture of upper and lower case', () => {
    expect(scrubberOf('aBcdEf-4711').text('a AbCDef-47 b')).toBe('a [REDACTED] b')
  })

  it('from the start or the end of the value is masked, at any length of eight or more characters', () => {
    for (let length = 8; length < secret.length; length += 1) {
      for (const part of [secret.slice(0, length), secret.slice(-length)]) {
        expect(scrubberOf(secret).text(`a ${part} b`)).toBe('a [REDACTED] b')
      }
    }
  })

  it('in upper case or in lower case is masked', () => {
    for (const cased of [secret.toUpperCase(), secret.toLowerCase()]) {
      for (const part of [cased, cased.slice(0, 20), cased.slice(9, 23)]) {
        expect(scrubberOf(secret).text(`a ${part} b`)).toMatch(/^a (\[REDACTED\]|__secret_KEY__) b$/)
      }
    }
  })

  it('of seven characters is not masked', () => {
    expect(scrubberOf(secret).text('6789abc def0XYZ')).toBe('6789abc def0XYZ')
  })
})

describe('a real value in a long response', () => {
  const { text, bytes } = scrubberOf(secret)
  const masked = async (given: string) => Buffer.from(await bytes(Buffer.from(given))).toString()

  it('is masked once wherever it meets the blocks of the search', async () => {
    for (let at = blockLength - secret.length - 2; at <= blockLength + 2; at += 1) {
      for (const after of ['', 'y'.repeat(40)]) {
        const shown = `${'x'.repeat(at)}__secret_KEY__${after}`
        expect(text(`${'x'.repeat(at)}${secret}${after}`)).toBe(shown)
        expect(await masked(`${'x'.repeat(at)}${secret}${after}`)).toBe(shown)
      }
    }
  })

  it('is masked at the end of a text that fills its blocks', async () => {
    for (const length of [blockLength, 2 * blockLength]) {
      const given = secret.padStart(length, 'x')
      expect(text(given)).toBe(given.replace(secret, '__secret_KEY__'))
      expect(await masked(given)).toBe(given.replace(secret, '__secret_KEY__'))
    }
  })

  it('that is not there leaves the very same bytes', async () => {
    const given = Buffer.from('nothing of it')
    expect(await bytes(given)).toBe(given)
  })

  it('in UTF-16 or UTF-32 has a mask of the same width', async () => {
    for (const width of [2, 4]) {
      const wide = (plain: string) => Buffer.concat(Array.from(plain, (sign) => Buffer.from(sign.padEnd(width, '\0'))))
      const shown = Buffer.from(await bytes(wide(`is ${secret}.`)))
      expect(shown.toString('latin1').replaceAll('\0', '')).toBe('is __secret_KEY__.')
      expect(shown.length % width).toBe(0)
    }
  })

  it('is masked in whole characters, even if another one shares bytes with its first or last', async () => {
    const own = scrubberOf('密abcdefgh-ijklm怀')
    // 毆 ends in the same bytes as 密, and 怅 begins with the same as 怀.
    const shown = async (given: Buffer | string, encoding?: BufferEncoding) =>
      Buffer.from(await own.bytes(Buffer.from(given))).toString(encoding)
    expect(await shown('ä毆abcdefgh-ijklm怅ä')).toBe('ä[REDACTED]ä')
    expect(await shown('äabcdefgh-ijklmä')).toBe('ä[REDACTED]ä')
    // In other bytes than UTF-8, at most three are taken for the rest of a character, and none after a letter.
    const rest = Buffer.alloc(6, 0x85)
    const part = Buffer.from('密abcdefgh-ijklm怀').subarray(1, -1)
    expect(await shown(Buffer.concat([rest, part, rest]), 'latin1')).toBe('\x85\x85\x85[REDACTED]\x85\x85\x85')
    expect(await shown(Buffer.from('abcdefgh-ijklm®', 'latin1'), 'latin1')).toBe('[REDACTED]®')
  })
})

describe('a part of a real value that the skill itself sent', () => {
  const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
  const known = secret.slice(0, 8)
  const guesses = characters.map((character) => `${known}${character}`)
  const noted = async (request: Partial<SentRequest>) => {
    const sent = createSentParts()
    const all = knownOf(secret)
    if (all) await sent.note(all, { url: 'https://api.example.com/', headers: [], body: undefined, ...request })
    return scrubberOf(secret, sent)
  }
  const places: [place: string, request: (text: string) => Partial<SentRequest>][] = [
    ['the URL', (text) => ({ url: `https://api.example.com/?q=${encodeURIComponent(text)}` })],
    ['a header', (text) => ({ headers: [['x-note', text]] })],
    ['the name of a header', (text) => ({ headers: [[text, '']] })],
    ['the body', (text) => ({ body: Buffer.from(JSON.stringify({ text })) })],
    ['the body, in Base64', (text) => ({ body: Buffer.from(Buffer.from(text).toString('base64')) })],
    ['a body of many blocks', (text) => ({ body: Buffer.from(' '.repeat(100_000) + text) })],
  ]

  it.each(places)('in %s is echoed unmasked, exactly as a wrong guess is', async (_, request) => {
    const echo = guesses.join(' ')
    const scrubber = await noted(request(echo))
    expect(scrubber.text(echo)).toBe(echo)
    expect(Buffer.from(await scrubber.bytes(Buffer.from(echo))).toString()).toBe(echo)
  })

  it('does not unmask other parts or the whole value', async () => {
    const scrubber = await noted({ headers: [['x-note', guesses.join(' ')]] })
    const shown = scrubber.text(`${secret} ${secret.slice(4, 20)} ${secret.slice(0, 20)}`)
    // Masking less after a correct guess would confirm the guess.
    expect(shown).toBe('__secret_KEY__ [REDACTED] [REDACTED]')
  })

  it('is not taken for sent in a text that is too costly to search, nor does it unmask such a text', async () => {
    const value = `0abcdefg${'\\'.repeat(12)}`
    const costly = '\\'.repeat(400)
    const scrubberAfter = async (text: string) => {
      const sent = createSentParts()
      const all = knownOf(value)
      if (all) await sent.note(all, { url: 'https://api.example.com/', headers: [['x-a', text]], body: undefined })
      return scrubberOf(value, sent)
    }
    expect((await scrubberAfter(costly)).text('0abcdefg')).toBe('[REDACTED]')
    const [sent, all] = [createSentParts(), knownOf(value)]
    if (all === undefined) throw new Error('no known values')
    await sent.note(all, { url: 'https://api.example.com/0abcdefg', headers: [], body: undefined })
    expect(sent.isSent(all, { start: 0, end: 400, window: -1, first: -1, last: -1 })).toBe(false)
    const own = await scrubberAfter('0abcdefg')
    expect(own.text('0abcdefg')).toBe('0abcdefg')
    expect(own.text(costly)).not.toContain('\\')
  })

  it('is masked if it is the whole value', async () => {
    const sent = createSentParts()
    const short = knownOf('abcdefgh')
    if (short) await sent.note(short, { url: 'https://api.example.com/abcdefgh', headers: [], body: undefined })
    expect(scrubberOf('abcdefgh', sent).text('is abcdefgh.')).toBe('is __secret_KEY__.')
  })
})
