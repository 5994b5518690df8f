import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../slices/run-in-slices.ts'
import { createRedactor } from './redact.ts'

const secret = 'k3y/with+signs&9Zx-value'

/** A redactor that redacts lines at once. */
function redactorOf(values: readonly string[]) {
  const { text, lines, openLines } = createRedactor(values)
  return {
    text,
    lines: (given: readonly string[]) => atOnce(lines(given)),
    openLines: (given: readonly string[]) => atOnce(openLines(given)),
  }
}

test('masks a secret that is split across lines on its first line, and removes the rest from the next lines', () => {
  const { lines } = redactorOf([secret])
  const parts = [`before ${secret.slice(0, 5)}`, secret.slice(5, 12), `${secret.slice(12)} after`]
  expect(lines(parts)).toEqual(['before [REDACTED...alue]', '', ' after'])
})

test('finds a secret that is split across the lines of one text or across texts', () => {
  const { lines } = redactorOf([secret])
  const letters = [...secret].join('\n')
  expect(lines([letters]).join('\n').replaceAll('\n', '')).toBe('[REDACTED...alue]')
  const shown = lines([letters.slice(0, 21), `${letters.slice(22)}\nafter`])
  expect(shown.join('\n').replaceAll('\n', '')).toBe('[REDACTED...alue]after')
  expect(shown.map((text) => text.split('\n').length)).toEqual([11, 14])
})

test('masks a secret within one line in the same way as in a text without line breaks', () => {
  const { lines, text } = redactorOf([secret])
  const given = ['nothing', `a ${secret} b`, 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789']
  expect(lines(given)).toEqual([given[0], 'a [REDACTED...alue] b', text(given[2] ?? '')])
})

test('a credential that is known by its form only ends with its line, and its mask shows its own last characters', () => {
  const { lines } = redactorOf([secret])
  const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`
  const given = [`token: ${token}`, '42 rows read', `${token}\n7 of 9 done`]
  expect(lines(given)).toEqual(['token: [REDACTED...7jK9]', '42 rows read', '[REDACTED...7jK9]\n7 of 9 done'])
})

test('shows the end of the split secret itself, also if a short or another secret is hidden, too', () => {
  const { lines } = redactorOf(['abc', 'first-secret-1111', secret])
  expect(lines([secret.slice(0, 9), secret.slice(9)])).toEqual(['[REDACTED...alue]', ''])
})

test('leaves lines without a secret unchanged, however many there are', () => {
  const { lines } = redactorOf([secret])
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 30 }), (given) => {
      fc.pre(!given.join('').includes('k3y') && !given.join('\n').includes('[REDACTED'))
      expect(lines(given)).toEqual(given)
    }),
  )
})

test('masks a secret completely, plain or encoded, however it is split across lines', () => {
  const { lines } = redactorOf([secret])
  const forms = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.array(fc.nat(forms[1]?.length ?? 1), { maxLength: 6 }), (form, cuts) => {
      const at = [0, ...cuts.filter((cut) => cut <= form.length).sort((a, b) => a - b), form.length]
      const given = at.slice(1).map((end, index) => form.slice(at[index], end))
      expect(lines(given).join('')).toMatch(/^\[REDACTED(\.\.\.\S{4})?\]$/)
    }),
  )
})

test('shows no eight consecutive characters of a secret in lines that may continue, however it is split', () => {
  const { openLines } = redactorOf([secret])
  const windows = Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8))
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.array(fc.nat(secret.length - 1), { maxLength: 6 }), (end, cuts) => {
      const begun = secret.slice(0, end)
      const at = [0, ...cuts.filter((cut) => cut <= end).sort((a, b) => a - b), end]
      const given = at.slice(1).map((to, index) => begun.slice(at[index], to))
      const shown = openLines(given).join('')
      expect(windows.filter((window) => shown.includes(window))).toEqual([])
      expect(shown).toBe(end < 8 ? begun : '[REDACTED]')
    }),
  )
})
