import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'
import { redactInSlices } from './redact-in-slices.ts'
import { vendorKeys } from './testing/made-secrets.ts'

const secret = 'k3y/with+signs&"quotes"-9Zx'

describe('a known value', () => {
  it('is masked except for its last four characters if it is long, and completely if it is short', () => {
    const { text } = createRedactor(['0123456789ab', 'short1'])
    expect(text('a 0123456789ab b short1 c')).toBe('a [REDACTED...89ab] b [REDACTED] c')
  })

  it.each([
    ['plain text', secret],
    ['a URL', encodeURIComponent(secret)],
    ['a URL in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['a form', new URLSearchParams({ secret }).toString().slice('secret='.length)],
    ['JSON', JSON.stringify({ secret })],
    ['JSON with escaped slashes', JSON.stringify({ secret }).replaceAll('/', '\\/')],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['hex in upper case', Buffer.from(secret).toString('hex').toUpperCase()],
    ['Base64', Buffer.from(secret).toString('base64')],
    ['Basic authentication', Buffer.from(`user:${secret}`).toString('base64')],
    ['Base64 at another alignment', Buffer.from(`users:${secret}:x`).toString('base64')],
    ['URL-safe Base64', Buffer.from(`u:${secret}:y`).toString('base64url')],
  ])('is found in text and in JSON, written as %s', (_, form) => {
    const { text, json } = createRedactor([secret])
    for (const redacted of [text(`before ${form} after`), String(json(`before ${form} after`))]) {
      expect(redacted).toContain('[REDACTED...-9Zx]')
      expect(redacted).toMatch(/^before .* after$/)
      expect(redacted).not.toContain(form)
    }
  })

  it('of under four characters is not masked, because it occurs in any text by chance', () => {
    expect(createRedactor(['a', '']).text('banana')).toBe('banana')
  })

  it('of under eight characters is not masked in JSON, where a false positive would damage an answer', () => {
    expect(createRedactor(['sample']).json({ data: 'a sample' })).toEqual({ data: 'a sample' })
  })

  it('of any characters is masked completely in plain, percent-encoded and JSON text', () => {
    const values = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(values, fc.string(), fc.string(), (value, before, after) => {
        const { text } = createRedactor([value])
        for (const wrap of [
          (plain: string) => plain,
          encodeURIComponent,
          (plain: string) => JSON.stringify(plain).slice(1, -1),
        ]) {
          const wrapped = wrap(value)
          expect(text(`${before}|${wrapped}|${after}`).includes(`|${wrapped}|`)).toBe(false)
          if (!value.includes('|')) expect(text(`|${wrapped}|`)).toMatch(/^\|\[REDACTED(\.{3}[^|]{4})?\]\|$/)
        }
      }),
    )
  })

  it('is found at every alignment inside Base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 12 }), (before, after) => {
        const encoded = Buffer.concat([before, Buffer.from(secret), after]).toString('base64')
        expect(createRedactor([secret]).text(encoded)).toContain('[REDACTED...-9Zx]')
      }),
    )
  })
})

describe('JSON', () => {
  const { json } = createRedactor([secret])

  it('without a secret is returned unchanged', () => {
    const value = { results: [{ id: 'x'.repeat(40), at: '2026-03-15T11:30:00-07:00', n: 1, none: null }] }
    expect(json(value)).toBe(value)
  })

  it('is redacted in strings and property names at any depth, and otherwise unchanged', () => {
    expect(json({ a: [1, true, null, { [secret]: `x${secret}` }], b: 'kept' })).toEqual({
      a: [1, true, null, { '[REDACTED...-9Zx]': 'x[REDACTED...-9Zx]' }],
      b: 'kept',
    })
  })

  it('that may show what only looks like a credential still hides known values, at once and in pieces', async () => {
    const { known } = createRedactor([secret])
    const looks = Object.values(vendorKeys)
    const value = { looks, held: `${looks[0]} ${Buffer.from(secret).toString('base64')}` }
    const shown = { looks, held: `${looks[0]} [REDACTED...-9Zx]` }
    expect(known.json(value)).toEqual(shown)
    const large = 'x '.repeat(100_000)
    expect(await redactInSlices({ ...value, large: `${large}${value.held}` }, known)).toEqual({
      ...shown,
      large: `${large}${shown.held}`,
    })
  })

  it('keeps every property, even if several names get the same mask', async () => {
    const other = `another-${secret.slice(-8)}`
    const { json, jsonSteps } = createRedactor([secret, other])
    const value = { [secret]: 1, '[REDACTED...-9Zx] (2)': 2, [other]: 3, '[REDACTED...-9Zx]': 4, [`${secret}s`]: 5 }
    const shown = [
      ['[REDACTED...-9Zx] (3)', 1],
      ['[REDACTED...-9Zx] (2)', 2],
      ['[REDACTED...-9Zx] (4)', 3],
      ['[REDACTED...-9Zx]', 4],
      ['[REDACTED...-9Zx]s', 5],
    ]
    expect(Object.entries(Object(json(value)))).toEqual(shown)
    const large = { ...value, rows: Array.from({ length: 5000 }, () => 0) }
    const { rows, ...others } = Object(await redactInSlices(large, { json, jsonSteps }))
    expect(Object.entries(others)).toEqual(shown)
    expect(rows).toEqual(large.rows)
  })

  it('keeps names like __proto__ as plain properties', () => {
    const value = JSON.parse(`{"__proto__":{"a":${JSON.stringify(secret)}}}`)
    expect(JSON.stringify(json(value))).toBe('{"__proto__":{"a":"[REDACTED...-9Zx]"}}')
  })
})

describe('text', () => {
  it('is truncated at the maximum length, with a note', () => {
    const redacted = createRedactor().text('x '.repeat(1024 * 1024))
    expect(redacted).toHaveLength(1024 * 1024 + '[1048576 characters left out]'.length)
    expect(redacted.endsWith('[1048576 characters left out]')).toBe(true)
  })

  it('shows no more of a secret than its mask does at the place where it is truncated', () => {
    for (const known of [[secret], []]) {
      const hidden = known[0] ?? `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4xY7z'.repeat(2).slice(0, 36)}`
      const before = 'x '.repeat(512 * 1024).slice(12)
      const redacted = createRedactor(known).text(`${before}${hidden} after${' y'.repeat(1000)}`)
      expect(redacted).not.toContain(hidden.slice(0, 8))
      expect(redacted).toMatch(/\[REDACTED\.\.\..{4}\]\[\d+ characters left out\]$/)
    }
  })

  it('that is already redacted stays unchanged', () => {
    const { text } = createRedactor([secret])
    const once = text(`password=${secret} token: "abcdefgh12345678" postgres://u:p4ssw0rd@host/db`)
    expect(text(once)).toBe(once)
  })
})
