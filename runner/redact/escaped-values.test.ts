import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { type Encoding, escapings, radixes, readingsOf } from './testing/escaped-forms.ts'

const encodings = [...escapings, ...radixes]
const encoding = fc.constantFrom<Encoding>(...encodings)
/** With all the signs that encodings escape, or mean something to them. */
const sign = fc.constantFrom(...'abcdefXYZ0123456789+/=&%\\"\'<>_-.:#;u {}')
const value = fc.array(sign, { minLength: 8, maxLength: 40 }).map((signs) => signs.join(''))
const around = fc.constantFrom('', ' ', '"', 'key=', '{"a":"', '&x=', '/', ': ', ', ', '\\', '%', 'ab', '\r\n')

/** The first eight consecutive characters of a value that still stand in a text, as they are or encoded. */
function leftOf(secret: string, text: string): string | undefined {
  const readings = readingsOf(text)
  for (let at = 0; at + 8 <= secret.length; at += 1) {
    const window = secret.slice(at, at + 8)
    if (readings.some((reading) => reading.includes(window))) return window
  }
  return undefined
}

describe('a known value that comes back escaped', () => {
  it.each(encodings)('$name, and that once more in any encoding: nothing of it is left', ({ encode }) => {
    fc.assert(
      fc.property(value, encoding, around, around, (secret, outer, before, after) => {
        const text = outer.encode(`${before}${encode(secret)}${after}`)
        const shown = createRedactor([secret]).text(text)
        expect(shown).toContain('[REDACTED')
        expect(leftOf(secret, shown)).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })

  it('in part: any eight characters or more of it are not left', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.nat(), encoding, encoding, (secret, from, length, inner, outer) => {
        const start = from % (secret.length - 7)
        const part = secret.slice(start, start + 8 + (length % (secret.length - start - 7)))
        const shown = createRedactor([secret]).json(outer.encode(inner.encode(`${part}|`)))
        expect(shown).toContain('[REDACTED')
        expect(leftOf(secret, String(shown))).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('of under eight characters: as a whole', () => {
    const short = fc.array(sign, { minLength: 4, maxLength: 7 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(short, encoding, encoding, (secret, inner, outer) => {
        expect(createRedactor([secret]).text(outer.encode(inner.encode(`${secret}|`)))).toContain('[REDACTED')
      }),
      { numRuns: 1000 },
    )
  })
})

describe('values that overlap', () => {
  const credential = 'sk-0123456789-abcdefghij'

  it('are masked as one, whoever’s they are and whatever looks like a credential beside them', () => {
    const { text } = createRedactor([credential, `key=${credential.slice(0, 4)}`, `${credential.slice(-9)}, then`])
    expect(text(`a key=${credential}, then b`)).toBe('a [REDACTED...ghij] b')
  })

  it('of a caller do not hide what a rule knows', () => {
    const key = `ghp_${'a1B2c3D4'.repeat(4)}e5F6`
    expect(createRedactor([`is ${key.slice(0, 12)}`]).text(`it is ${key}.`)).toBe('it [REDACTED].')
  })

  it('side by side keep a mask each', () => {
    const { text } = createRedactor(['0123456789ab', 'cdefghijklmn'])
    expect(text('0123456789abcdefghijklmn')).toBe('[REDACTED...89ab][REDACTED...klmn]')
  })
})

describe('a part of a known value', () => {
  const secret = '0123456789abcdef0XYZ0123456789zz'

  it('of eight characters or more is masked, and shows nothing of it', () => {
    const { text, json } = createRedactor([secret])
    for (let length = 8; length < secret.length; length += 1) {
      for (const part of [secret.slice(0, length), secret.slice(-length)]) {
        expect(text(`a ${part} b`)).toBe('a [REDACTED] b')
        expect(json({ a: [`${part}!`] })).toEqual({ a: ['[REDACTED]!'] })
      }
    }
  })

  it('of seven characters is left', () => {
    expect(createRedactor([secret]).text('6789abc def0XYZ')).toBe('6789abc def0XYZ')
  })
})
