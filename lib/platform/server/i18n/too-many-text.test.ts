import { expect, test } from 'vitest'
import { createTexts } from '../../model/texts.ts'
import { compiledTexts } from './messages-of.ts'
import { tooManyText } from './too-many-text.ts'

const german = createTexts<'errors'>(compiledTexts('de', ['errors']).errors, 'de')

test.each([
  [20_000, 'Zu viele Anfragen. Versuchen Sie es in 20 s erneut.'],
  [600_000, 'Zu viele Anfragen. Versuchen Sie es in 10 Minuten erneut.'],
  [89 * 60_000, 'Zu viele Anfragen. Versuchen Sie es in 89 Minuten erneut.'],
  [89 * 60_000 + 1, 'Zu viele Anfragen. Versuchen Sie es in 2 Stunden erneut.'],
  [24 * 3_600_000, 'Zu viele Anfragen. Versuchen Sie es in 24 Stunden erneut.'],
])("a wait of %d ms is written in the reader's language", (waitMs, text) => {
  expect(tooManyText(waitMs, german)).toBe(text)
})
