import { isValidIBAN } from 'ibantools'
import { findPhoneNumbersInText } from 'libphonenumber-js'
import type { ScannedText } from '../scanned-text.ts'

type PersonalData = {
  readonly what: string
  readonly start: number
  readonly text: string
  /** True: the finding blocks the skill. False: it only adds to the score. */
  readonly isCertain: boolean
}

const card =
  /(?<![\w.-])(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|3[47]\d{2}|6(?:011|5\d{2}))[ -]?\d{4,6}[ -]?\d{4,5}(?:[ -]?\d{1,4})?(?![\w.-]?\d)/g
/** Numbers that card networks and payment providers publish for tests. */
const testCards = new Set([
  '4111111111111111',
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '4012888888881881',
  '4000000000000002',
  '4000000000009995',
  '4000002500003155',
  '4000000000003220',
  '4532015112830366',
])
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g
/** Examples from the standard, the registry and common documentation. */
const exampleIbans = new Set([
  'GB82WEST12345698765432',
  'GB29NWBK60161331926819',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'CH9300762011623852957',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'BE68539007547034',
  'AT611904300234573201',
])
// No two neighbors match the same spaces: otherwise a long run of spaces would take minutes.
const passport =
  /\bpassport[\s_-]*(?:(?:no|nr|num(?:ber)?|id)["']?\s*|["']\s*)?(?:[:=]|\bis\b)\s*["']?([A-Z]{0,2}\d{6,9}[A-Z]?|[A-Z]\d[A-Z0-9]{7})\b/gi
const identity =
  /\b(?:ssn|social[\s_-]security(?:[\s_-](?:no|number))?|national[\s_-]id(?:entity)?(?:[\s_-]number)?|id[\s_-]card[\s_-](?:no|number)|driver'?s?[\s_-]licen[cs]e(?:[\s_-](?:no|number))?|tax[\s_-]id)["']?\s*(?:[:=]|\bis\b)\s*["']?(\d{3}-\d{2}-\d{4}|[A-Z]{0,3}\d{7,12}[A-Z]?)\b/gi
const flyer =
  /\b(?:frequent[\s_-]?fl[iy]er|ffn|loyalty|mileage[\s_-]?(?:plus|plan)|miles[\s_-]?(?:and|&)[\s_-]?more|skymiles|aadvantage|flying[\s_-]?blue|executive[\s_-]club)(?:[\s_-]*(?:no|nr|num(?:ber)?|id|account|membership|program))*["']?\s*(?:[:=#]|\bis\b)\s*["']?([A-Z]{0,3}[- ]?\d{6,12})\b/gi
const birth =
  /\b(?:date[\s_-]?of[\s_-]?birth|birth[\s_-]?date|born|dob)["']?\s*[:=]\s*["']?(?:(?:19|20)\d\d-[01]\d-[0-3]\d|[0-3]?\d[./][01]?\d[./](?:19|20)\d\d)/gi
/** A labelled address of a house: a street with its number. */
const home =
  /\b(?:(?:home|street|postal|mailing|billing|shipping)[\s_-]?)?(?:address|street)(?:[\s_-]?line[\s_-]?1)?["']?\s*[:=]\s*["'](?:\d{1,4}[a-z]?\s\p{Lu}[\p{L}'’.-]{2,30}|\p{Lu}[\p{L}'’.-]{2,30}(?:\s[\p{L}'’.-]{1,30}){0,2}\s\d{1,4}[a-z]?\b)/gu
const emailForm = /[\w.+-]{1,64}@((?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24})\b/gi
const person =
  /\b(?:(?:full|passenger|traveler|traveller|guest|customer|contact|first|last|sur|given|family)[\s_-]?name|name|passenger|traveler|traveller|customer|guest)["']?\s*[:=]\s*["']([A-Z][\p{L}'’-]{1,30}(?:\s+[A-Z][\p{L}'’.-]{0,30}){1,3})["']/gu
const placeholder =
  /example|sample|test|dummy|fake|your|user@|foo|placeholder|noreply|no-reply|john\.?doe|jane\.?doe|acme/i

/** Personal data in a text: numbers of documents, cards, accounts and phones, and names with contact data. */
export function findPersonalData({ text }: Pick<ScannedText, 'text'>): PersonalData[] {
  const found: PersonalData[] = []
  const add = (what: string, start: number, shown: string, isCertain = true) =>
    found.push({ what, start, text: shown, isCertain })
  for (const { index, 0: match } of text.matchAll(card)) {
    const digits = match.replaceAll(/\D/g, '')
    const isReal = digits.length >= 13 && hasLuhnDigit(digits) && !testCards.has(digits)
    if (isReal && new Set(digits).size > 3) add('the number of a payment card', index, masked(match))
  }
  for (const { index, 0: match } of text.matchAll(iban)) {
    const account = match.replaceAll(' ', '')
    if (isValidIBAN(account) && !exampleIbans.has(account))
      add('the number of a bank account (IBAN)', index, masked(match))
  }
  for (const [what, pattern] of [
    ['the number of a passport', passport],
    ['the number of an identity document', identity],
    ['the number of a frequent flyer', flyer],
  ] as const) {
    for (const { index, 0: match, 1: value = '' } of text.matchAll(pattern)) {
      if (!isFiller(value)) add(what, index, match.replace(value, masked(value)))
    }
  }
  const phones = phonesIn(text)
  const emails = [...text.matchAll(emailForm)].filter(
    ([address]) =>
      !placeholder.test(address) && !/\.(?:example|test|invalid|local|png|jpg|svg|js|ts|py)$/i.test(address),
  )
  const births = [...text.matchAll(birth)].map(({ index }) => index)
  const contacts = [...phones.map(({ start }) => start), ...emails.map(({ index }) => index)]
  const homes = [...text.matchAll(home)].flatMap(({ index, 0: match }) => (placeholder.test(match) ? [] : [index]))
  for (const { index, 0: match, 1: name = '' } of text.matchAll(person)) {
    // Authors put their names into their software.
    if (
      /\b(?:author|maintainer|contributor|owner|copyright|publisher)s?\b[^\n]{0,40}\s*$/i.test(
        text.slice(Math.max(0, index - 60), index),
      )
    )
      continue
    if (placeholder.test(name)) continue
    const pair = contacts.some(near(index))
      ? 'a contact'
      : births.some(near(index))
        ? 'a date of birth'
        : homes.some(near(index))
          ? 'an address'
          : undefined
    if (pair === undefined) continue
    // A plain "name" may be the name of a thing, so it is uncertain. A passenger name is the name of a traveler.
    const isTraveler = !/^name\b/i.test(match)
    add(`the name of a person with ${pair}`, index, match.replace(name, masked(name)), isTraveler)
  }
  for (const at of births) {
    const pair = homes.some(near(at)) ? 'an address' : contacts.some(near(at)) ? 'a contact' : undefined
    if (pair !== undefined) add(`a date of birth with ${pair}`, at, masked(text.slice(at, at + 40)), false)
  }
  for (const { start, number } of phones) add('a phone number', start, masked(number), false)
  return found
}

/** Whether a place in the text is so close that both belong to the same record. */
const near = (index: number) => (at: number) => Math.abs(at - index) < 300

/** Valid international phone numbers. Numbers that are reserved for fiction and examples do not count. */
function phonesIn(text: string): { readonly start: number; readonly number: string }[] {
  const found: { start: number; number: string }[] = []
  // The library also finds numbers without a country code, so it gets only the text after a plus sign.
  for (const { index } of text.matchAll(/(?<![\w+.])\+[1-9][\d ().-]{7,24}/g)) {
    const [match] = findPhoneNumbersInText(text.slice(index, index + 28), { extended: false })
    if (match === undefined || match.startsAt !== 0 || !match.number.isValid()) continue
    const { number } = match.number
    if (/^\+1\d{3}555(?:01\d\d|1212)|^\+44(?:7700900|20794609|1632960)|(\d)\1{5}|123456/.test(number)) continue
    found.push({ start: index, number })
  }
  return found
}

/** Whether a number is a placeholder such as 123456789 or 000000000. */
const isFiller = (value: string): boolean => {
  const digits = value.replaceAll(/\D/g, '')
  return new Set(digits).size < 3 || '01234567890123456789'.includes(digits) || '9876543210'.includes(digits)
}

/** Masks all but the first two characters, because findings are published and must not repeat the data. */
const masked = (text: string): string => text.replaceAll(/[\p{L}\d]/gu, (sign, at: number) => (at < 2 ? sign : '•'))

/** Whether the last digit is the Luhn check digit (ISO/IEC 7812), as on every payment card. */
export function hasLuhnDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const counted = index % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}
