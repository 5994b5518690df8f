import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import {
  changes,
  type Encoding,
  escapings,
  leftOf,
  radixes,
  signsOfEscapes,
  spelledOut,
} from './testing/escaped-forms.ts'

const encodings = [...escapings, ...radixes]
const encoding = fc.constantFrom<Encoding>(...encodings)
const value = fc.array(signsOfEscapes, { minLength: 8, maxLength: 40 }).map((signs) => signs.join(''))
const around = fc.constantFrom('', ' ', '"', 'key=', '{"a":"', '&x=', '/', ': ', ', ', '\\', '%', 'ab', '\r\n')

describe('a known value that comes back escaped', () => {
  it.each(encodings)('is removed completely from $name, even if the text is encoded again', ({ encode }) => {
    fc.assert(
      fc.property(value, encoding, around, around, (secret, outer, before, after) => {
        const text = outer.encode(`${before}${encode(secret)}${after}`)
        const shown = createRedactor([secret]).text(text)
        expect(shown).toContain('[REDACTED')
        expect(leftOf(secret, shown)).toBeUndefined()
      }),
      { numRuns: 15 },
    )
  })

  it('is found even if the preceding character and its first character together look like an escape', () => {
    const text = '%5CfWFhY%0A++WFhYW%0A++E%3D'
    expect(createRedactor(['}aaaaaaa']).text(text)).toBe('%5C[REDACTED]%3D')
    const hex = String.raw`%e2FhY\n  WFhYW\n  Fh`
    expect(createRedactor(['{aaaaaaaa']).text(hex)).toBe('%[REDACTED]')
    const formFeed = String.raw`\\fWFhY\n  WFhYW\n  Fh`
    expect(createRedactor(['}aaaaaaaa']).text(formFeed)).toBe(String.raw`\\[REDACTED]`)
  })

  it('is found in any two of about sixty encodings', () => {
    const outer = [...escapings, ...radixes, ...spelledOut]
    const inner = [...changes, ...outer]
    const missed = new Set<string>()
    fc.assert(
      fc.property(fc.uuid(), value, (id, signs) => {
        for (const secret of [`k-${id}-Ab`, signs]) {
          const redactor = createRedactor([secret])
          for (const first of inner) {
            for (const second of outer) {
              const shown = redactor.text(`{"a":"${second.encode(`${first.encode(secret)}|`)}"}`)
              if (!shown.includes('[REDACTED')) missed.add(`${second.name} of ${first.name}`)
            }
          }
        }
      }),
      { numRuns: 1 },
    )
    expect([...missed]).toEqual([])
  })

  it('is found in a case that is not its own, also if an encoding does not depend on case', () => {
    const cases = changes.filter(({ name }) => name.includes('case'))
    const hex = radixes.filter(({ name }) => name.startsWith('hex'))
    const tolerant = [...hex, ...escapings.filter(({ name }) => name.startsWith('percent')), ...spelledOut.slice(0, 2)]
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...cases), fc.constantFrom(...tolerant), (id, change, inner) => {
        // No encoder mixes the cases of Base32.
        fc.pre(!(change.name.startsWith('mixed') && inner.name.startsWith('Base32')))
        const { text } = createRedactor([id])
        expect(text(`key ${change.encode(id)}.`)).toBe(`key [REDACTED...${id.slice(-4)}].`)
        expect(text(change.encode(inner.encode(id)))).toContain('[REDACTED')
      }),
      { numRuns: 300 },
    )
  })

  it('in another case is masked with the last characters of the value itself', () => {
    const id = '0b5e4f5a-6c1d-4e2f-8a3b-9c7d5e1ff642'
    expect(createRedactor([id]).text(`{"key":"${id.toUpperCase()}"}`)).toBe('{"key":"[REDACTED...f642]"}')
  })

  it('is found if complete, even with fewer than eight characters', () => {
    const short = fc.array(signsOfEscapes, { minLength: 4, maxLength: 7 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(short, encoding, encoding, (secret, inner, outer) => {
        expect(createRedactor([secret]).text(outer.encode(inner.encode(`${secret}|`)))).toContain('[REDACTED')
      }),
      { numRuns: 400 },
    )
  })
})

describe('known values in one text', () => {
  const credential = 'sk-0123456789-abcdefghij'

  it('that overlap are masked as one, together with text that looks like a credential', () => {
    const { text } = createRedactor([credential, `key=${credential.slice(0, 4)}`, `${credential.slice(-9)}, then`])
    expect(text(`a key=${credential}, then b`)).toBe('a [REDACTED...ghij] b')
  })

  it('do not stop a rule from masking a whole key', () => {
    const key = `ghp_${'a1B2c3D4'.repeat(4)}e5F6`
    expect(createRedactor([`is ${key.slice(0, 12)}`]).text(`it is ${key}.`)).toBe('it [REDACTED].')
  })

  it('that are adjacent without overlap keep separate masks', () => {
    const { text } = createRedactor(['0123456789ab', 'cdefghijklmn'])
    expect(text('0123456789abcdefghijklmn')).toBe('[REDACTED...89ab][REDACTED...klmn]')
  })
})

describe('a part of a known value', () => {
  it('stays unmasked, because a mask would confirm a guess', () => {
    const secret = '0123456789abcdef0XYZ0123456789zz'
    const { text, json } = createRedactor([secret])
    for (let length = 1; length < secret.length; length += 1) {
      for (const part of [secret.slice(0, length), secret.slice(-length)]) {
        expect(text(`a ${part} b`)).toBe(`a ${part} b`)
        expect(json({ a: [`${part}!`] })).toEqual({ a: [`${part}!`] })
      }
    }
  })

  it('of 128 characters or more is masked', () => {
    const secret = 'abcdefghij'.repeat(30)
    expect(createRedactor([`${secret}.`]).text(`a ${secret.slice(0, 128)} b`)).toBe('a [REDACTED] b')
  })
})
