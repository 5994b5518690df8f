import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../contract/skill-io.ts'
import { atOnce } from '../slices/run-in-slices.ts'
import { createRedactor } from './redact.ts'
import { changes, escapings, radixes, spelledOut } from './testing/escaped-forms.ts'
import { assignments, plainSecret, vendorKeys } from './testing/made-secrets.ts'

const encoding = fc.constantFrom(...changes, ...escapings, ...radixes, ...spelledOut)
const line = fc.stringMatching(/^[A-Za-z0-9 .,:=/+-]{0,30}$/)
const key = fc.stringMatching(/^[A-Za-z0-9]{12,40}$/)
const shownEnd = /\[REDACTED\.{3}([^\]]*)\]/g

test('a mask shows the last characters of the value itself, in whatever form it came', () => {
  fc.assert(
    fc.property(key, encoding, line, line, (value, { encode }, before, after) => {
      const redactor = createRedactor([value])
      const text = `${before} | ${encode(value)} | ${after}`
      for (const shown of [redactor.text(text), String(redactor.json(text)), atOnce(redactor.lines([text]))[0] ?? '']) {
        for (const [, end = ''] of shown.matchAll(shownEnd)) expect(end).toBe(value.slice(-4))
      }
    }),
    { numRuns: 300 },
  )
})

test('a mask leaves clean lines before and after the value as they are, unless the encoding joins lines', () => {
  const alone = createRedactor()
  fc.assert(
    fc.property(key, encoding, line, line, (value, { encode }, before, after) => {
      const inner = encode(value)
      // At the end of a line, quoted-printable has a soft line break and program text has a continuation.
      fc.pre(!/[\r\n]|[=\\]$/.test(inner))
      // A line may look like a command with a password, such as ` -u.:|`.
      fc.pre([`${before}|`, `|${after}`].every((each) => alone.text(each) === each))
      const { text, json, lines } = createRedactor([value])
      const whole = `${before}|\n${inner}\n|${after}`
      for (const shown of [text(whole), String(json(whole)), atOnce(lines(whole.split('\n'))).join('\n')]) {
        expect(shown.split('\n')).toEqual([`${before}|`, expect.stringContaining('[REDACTED'), `|${after}`])
      }
    }),
    { numRuns: 300 },
  )
})

test('redacting a redacted result again changes nothing, so no mask completes another secret', () => {
  const looks = fc.constantFrom(
    ...Object.values(vendorKeys),
    ...assignments.map(([, text]) => text.replace('sign', plainSecret)),
  )
  fc.assert(
    fc.property(key, encoding, looks, line, (value, { encode }, known, around) => {
      const { text, json } = createRedactor([value])
      const made: Json = { [known]: `${around}${encode(value)}${known}`, list: [`${known}${value}`, around] }
      const once = json(made)
      expect(json(once)).toEqual(once)
      const shown = text(JSON.stringify(made))
      expect(text(shown)).toBe(shown)
    }),
    { numRuns: 150 },
  )
})
