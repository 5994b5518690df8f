import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { phrasesOf, readableCode, readableText } from './readable-text.ts'

it.each([
  ['NON-REFUNDABLE RATE', 'Non-refundable rate'],
  ['BEST AVAILABLE RATE, EARLY CHECK IN UPON REQUEST', 'Best available rate, early check in upon request'],
  ['DOUBLE ROOM. SEA VIEW! 1 KING BED', 'Double room. Sea view! 1 king bed'],
  ['ROOM WITH A/C, TV AND 2 USB PORTS', 'Room with A/C, TV and 2 USB ports'],
  ["GUEST'S CHOICE - B&B", "Guest's choice - B&B"],
  ['ZIMMER MIT SÜDBALKON', 'Zimmer mit südbalkon'],
  ['(PREPAY)', '(Prepay)'],
  ['VAT 10 %', 'VAT 10 %'],
  ['ROH', 'ROH'],
  ['Standard Room 1 dble bed GB', 'Standard Room 1 dble bed GB'],
  ['BEST RATE, PREPAID Standard Room, 1 bed', 'Best rate, prepaid Standard Room, 1 bed'],
  ['NH Collection room', 'NH Collection room'],
  ['', ''],
])('writes %s as %s', (text, shown) => {
  expect(readableText(text)).toBe(shown)
})

it('changes only upper and lower case, and leaves its own output unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-ZÉÖ0-9 .,&'/-]*$/), (given) => {
      const text = readableText(given)
      expect(text.toUpperCase()).toBe(given)
      expect(readableText(text)).toBe(text)
    }),
  )
})

test.each([
  ['SENIOR RATE, ID REQUIRED Standard room, 1 bed', ['Senior rate', 'ID required', 'Standard room', '1 bed']],
  ['Twin room, desk', ['Twin room', 'Desk']],
  ['TV', ['TV']],
])('splits %s into phrases', (text, phrases) => {
  expect(phrasesOf(text)).toEqual(phrases)
})

test.each([
  ['SWIMMING_POOL', 'Swimming pool'],
  ['SPA', 'Spa'],
  ['TV', 'TV'],
  ['Wi-Fi', 'Wi-Fi'],
])('writes the code %s as %s', (code, text) => {
  expect(readableCode(code)).toBe(text)
})
