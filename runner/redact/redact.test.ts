import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from './redact.ts'

const secret = 'k3y/with+signs&"quotes"-9Zx'

describe('createRedactor', () => {
  it('keeps the last four characters of a long value, none of a short one', () => {
    const redact = createRedactor(['0123456789ab', 'short1'])
    expect(redact('a 0123456789ab b short1 c')).toBe('a [REDACTED...89ab] b [REDACTED] c')
  })

  it.each([
    ['plain', secret],
    ['a URL', encodeURIComponent(secret)],
    ['a URL in lower case', encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ['a form', new URLSearchParams({ secret }).toString().slice('secret='.length)],
    ['JSON', JSON.stringify({ secret })],
    ['JSON with escaped slashes', JSON.stringify({ secret }).replaceAll('/', '\\/')],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['Base64', Buffer.from(secret).toString('base64')],
    ['Basic authentication', Buffer.from(`user:${secret}`).toString('base64')],
    ['Base64 one byte later', Buffer.from(`users:${secret}:x`).toString('base64')],
    ['Base64 for URLs', Buffer.from(`u:${secret}:y`).toString('base64url')],
  ])('finds the value in %s', (_, text) => {
    const redacted = createRedactor([secret])(`before ${text} after`)
    expect(redacted).toContain('[REDACTED...-9Zx]')
    expect(redacted).toMatch(/^before .* after$/)
    expect(redacted).not.toContain(text)
  })

  it('leaves a value of under four characters, which stands in any text by chance', () => {
    expect(createRedactor(['a', ''])('banana')).toBe('banana')
  })

  it('leaves no trace of any value, however it is wrapped', () => {
    const values = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(values, fc.string(), fc.string(), (value, before, after) => {
        const redact = createRedactor([value])
        for (const wrap of [
          (text: string) => text,
          encodeURIComponent,
          (text: string) => JSON.stringify(text).slice(1, -1),
        ]) {
          const wrapped = wrap(value)
          const redacted = redact(`${before}|${wrapped}|${after}`)
          expect(redacted.includes(`|${wrapped}|`)).toBe(false)
        }
      }),
    )
  })

  it('finds the value at every alignment inside Base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), fc.uint8Array({ maxLength: 12 }), (before, after) => {
        const text = Buffer.concat([before, Buffer.from(secret), after]).toString('base64')
        expect(createRedactor([secret])(text)).toContain('[REDACTED...-9Zx]')
      }),
    )
  })
})
