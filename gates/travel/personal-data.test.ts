import { expect, it } from 'vitest'
import { cpuMsOf } from '../../scripts/testing/cpu-ms.ts'
import { maxText } from '../scanned-text.ts'
import { findPersonalData } from './personal-data.ts'

const kindsIn = (text: string) => findPersonalData({ text }).map(({ what, isCertain }) => [what, isCertain])

it.each([
  ['card = "4539 5787 6362 1486"', 'the number of a payment card'],
  ['AT483200000012345864', 'the number of a bank account (IBAN)'],
  ['"passport_number": "P4719283"', 'the number of a passport'],
  ['SSN: 536-90-4399', 'the number of an identity document'],
  ['frequent_flyer_number = "LH 992100345"', 'the number of a frequent flyer'],
  [
    "passenger_name: 'Margarethe Oberleitner', email: 'm.oberleitner@reisepost.at'",
    'the name of a person with a contact',
  ],
  [
    "passenger_name: 'Margarethe Oberleitner', date_of_birth: '1984-05-03'",
    'the name of a person with a date of birth',
  ],
  ["passenger_name: 'Margarethe Oberleitner', street: 'Lindengasse 14'", 'the name of a person with an address'],
  ["guest_name: 'Margarethe Oberleitner', address: '14 Linden Row, Bath'", 'the name of a person with an address'],
])('refuses personal data: %s', (text, what) => {
  expect(kindsIn(text)).toEqual([[what, true]])
})

it('refuses personal data at the end of the longest text that the gates read', () => {
  expect(kindsIn(`${'x '.repeat(maxText / 2 - 20)}SSN: 536-90-4399`)).toEqual([
    ['the number of an identity document', true],
  ])
})

it.each([`passport${' '.repeat(50_000)}`, `passport${' '.repeat(50_000)}:${' '.repeat(50_000)}`])(
  'reads a passport followed by many spaces in linear time: case %#',
  (text) => {
    expect(cpuMsOf(() => expect(kindsIn(text)).toEqual([]))).toBeLessThan(1000)
  },
)

it.each(['passport number" : P4719283', "passport' is 'P4719283", 'Passport_-_no= P4719283', 'passport:P4719283'])(
  'finds the number of a passport however it is written: %s',
  (text) => {
    expect(kindsIn(text)).toEqual([['the number of a passport', true]])
  },
)

it('reports a plain name with a contact, and a phone number, as uncertain', () => {
  expect(kindsIn("name: 'Margarethe Oberleitner', email: 'm.oberleitner@reisepost.at'")).toEqual([
    ['the name of a person with a contact', false],
  ])
  expect(kindsIn('Call +43 1 711 00 0 now')).toEqual([['a phone number', false]])
})

it('reports a date of birth with an address or a contact as uncertain', () => {
  expect(kindsIn("dob: 1984-05-03, address: 'Lindengasse 14'")).toEqual([['a date of birth with an address', false]])
  expect(kindsIn("dob: 1984-05-03, mail: 'm.oberleitner@reisepost.at'")).toEqual([
    ['a date of birth with a contact', false],
  ])
})

it.each([
  "passenger_name: 'Margarethe Oberleitner', address: '0x52908400098527886E0F7030069857D2E4169EE7'",
  "passenger_name: 'Margarethe Oberleitner', address: '10 Example Street'",
  "street: 'Lindengasse 14'",
  '4111 1111 1111 1111 and 4242424242424242 and 4532015112830366',
  'GB12 ABCD 1234 5678 9012 34',
  "guest_name: 'Sample Person', email: 'm.oberleitner@reisepost.at'",
  'Call +43 000 0000000 or +1 00000000',
  'card 4539 5787 6362 1487',
  'GB82 WEST 1234 5698 7654 32',
  'passport_number: "123456789"',
  'passport number is required',
  'Call +1 206 555 0123 or +44 7700 900123',
  'name: "John Doe", email: "john.doe@example.com"',
  '"name": "Search Flights", "email": "support@example.org"',
  'authors = [{ name = "Margarethe Oberleitner", email = "m.oberleitner@reisepost.at" }]',
  'id 20260315113000 at 1769710753879, 0x52908400098527886E0F7030069857D2E4169EE7',
])('accepts text without personal data: %s', (text) => {
  expect(kindsIn(text)).toEqual([])
})

it('takes 13 digits with a check digit and more than three different ones for a payment card', () => {
  for (const number of ['4539578763628', '4539 5787 6362 1486 123', '4444454757947945'])
    expect([number, kindsIn(number)]).toEqual([number, [['the number of a payment card', true]]])
  for (const number of ['453957876361', '4555474777547454']) expect([number, kindsIn(number)]).toEqual([number, []])
  expect(kindsIn('passport: 1122112')).toEqual([])
  expect(kindsIn('passport: 1122113')).toEqual([['the number of a passport', true]])
  expect(kindsIn('passport: 9876543')).toEqual([])
})

it('takes a name, a birth and a contact for one record within 300 characters', () => {
  const [name, mail] = ["guest_name: 'Margarethe Oberleitner'", 'm.oberleitner@reisepost.at']
  const apart = (first: string, second: string, between: number) => kindsIn(`${first.padEnd(between)}${second}`).length
  expect([apart(name, mail, 299), apart(name, mail, 300)]).toEqual([1, 0])
  expect([apart(mail, name, 299), apart(mail, name, 300)]).toEqual([1, 0])
  const birth = 'dob: 1984-05-03'
  expect([apart(birth, mail, 299), apart(birth, mail, 300), apart(name, birth, 299), apart(name, birth, 300)]).toEqual([
    ...[1, 0, 1, 0],
  ])
  const home = "street: 'Lindengasse 14'"
  expect([apart(birth, home, 299), apart(birth, home, 300), apart(name, home, 299), apart(name, home, 300)]).toEqual([
    ...[1, 0, 1, 0],
  ])
  for (const other of ['icon@2x.png', 'm.oberleitner@reisepost.local', 'sample@reisepost.at'])
    expect(kindsIn(`${name}, ${other}`)).toEqual([])
})

it('does not include the data in the finding', () => {
  const [found] = findPersonalData({ text: 'passport_number = "P4719283"' })
  expect(found?.text).toBe('passport_number = "P4••••••')
})
