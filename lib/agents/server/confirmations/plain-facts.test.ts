import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Language } from '#lib/platform/model/languages.ts'
import { createTexts } from '#lib/platform/model/texts.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { factsOf, questionText, whatItReaches } from './plain-facts.ts'

/** The locale and translations for this language. */
const readingIn = (language: Language, locale: string) => ({
  locale,
  t: createTexts<'confirm'>(compiledTexts(language, ['confirm']).confirm, locale),
})
const english = readingIn('en', 'en-GB')
const german = readingIn('de', 'de-DE')

test('gives each parameter a readable name, and formats times, amounts and lists', () => {
  expect(
    factsOf(
      {
        message: 'Late by\nan hour',
        callback_number: '+31 20 555 0100',
        urgency: 'urgent',
        departs: '2026-11-26T07:05:00+01:00',
        arrives: '2026-11-26T09:05:00Z',
        day: '2026-11-26',
        price: { amount: 847, currency: 'USD' },
        guests: ['Ilse', 'Bo'],
        refundable: true,
        seats: 2,
        note: null,
      },
      english,
    ),
  ).toEqual([
    { name: 'Message', value: 'Late by\nan hour', isQuote: true, field: 'message' },
    { name: 'Callback number', value: '+31 20 555 0100', isQuote: true, field: 'callback_number' },
    { name: 'Urgency', value: 'urgent', isQuote: false },
    { name: 'Departs', isSkillsName: true, value: 'Thu 26 Nov 2026, 07:05 (UTC+01:00)', isQuote: false },
    { name: 'Arrives', isSkillsName: true, value: 'Thu 26 Nov 2026, 09:05 (UTC)', isQuote: false },
    { name: 'Day', isSkillsName: true, value: 'Thu 26 Nov 2026', isQuote: false },
    { name: 'Price', isSkillsName: true, value: 'US$847.00', isQuote: false },
    { name: 'Guests', isSkillsName: true, value: 'Ilse\nBo', isQuote: false },
    { name: 'Refundable', isSkillsName: true, value: 'Yes', isQuote: false },
    { name: 'Seats', isSkillsName: true, value: '2', isQuote: false },
  ])
})

test('quotes a message of one word or one date as it is, so that it can be edited', () => {
  expect(factsOf({ message: 'yes', title: '2026-11-26', urgency: 'yes' }, english)).toEqual([
    { name: 'Message', value: 'yes', isQuote: true, field: 'message' },
    { name: 'Title', value: '2026-11-26', isQuote: true, field: 'title' },
    { name: 'Urgency', value: 'yes', isQuote: false },
  ])
})

test('removes hidden characters, which could disguise a text', () => {
  for (const hidden of ['\u202e', '\u200b', '\u2066', '\ufeff', '\u00ad', '\u061c', '\u{e0041}']) {
    const params = { [`to${hidden}`]: `pay ${hidden}001${hidden} euros` }
    expect(factsOf(params, english), JSON.stringify(hidden)).toEqual([
      { name: 'To', isSkillsName: true, value: 'pay 001 euros', isQuote: true },
    ])
  }
})

test('shows an invalid date and an unknown currency code unchanged', () => {
  const shown = factsOf({ when: '2026-99-99', price: { amount: 1.5, currency: 'QQQ' }, other: { a: [1] } }, english)
  expect(shown.map(({ value }) => value.replaceAll(/\s+/g, ' '))).toEqual(['2026-99-99', 'QQQ 1.50', 'A: 1'])
})

test.each(['2027-02-29', '2027-09-31', '2027-06-31T10:00', '2027-03-15T24:30', '2027-03-15T10:61+01:00'])(
  'shows %s, which is not a valid date or time, unchanged',
  (when) => {
    expect(factsOf({ when }, english).map(({ value }) => value)).toEqual([when])
    expect(factsOf({ when }, german).map(({ value }) => value)).toEqual([when])
  },
)

test('lists what a skill can reach and what it cannot do', () => {
  expect(whatItReaches({ ...nothing, messages: true }, 'Ilse', english.t)).toEqual({
    reaches: ['Ilse, through messages that are saved first and delivered afterwards'],
    cannot: ['Contact any host on the internet', 'Write to anybody else', 'Read or write files'],
  })
  expect(whatItReaches(nothing, 'Ilse', english.t).reaches).toEqual(['Nothing outside of its sandbox'])
  const more = { ...nothing, network: { egress: ['api.example.com'], methods: [] }, secrets: ['KEY'], exec: ['ls'] }
  expect(whatItReaches({ ...more, filesystem: { read: ['a'], write: ['b'] } }, 'Ilse', english.t)).toMatchObject({
    reaches: [
      'api.example.com, over HTTPS',
      expect.stringContaining('KEY, as a placeholder'),
      expect.stringContaining('a in its own folder, to read'),
      expect.stringContaining('b in its own folder, to write'),
      'The program ls',
    ],
    cannot: ['Contact any other host', 'Leave messages for the operator'],
  })
})

test('lists each secret that a skill signs with, what it signs and how long that lasts', () => {
  const signing = { jwt: ['A_KEY'], hmac: ['B_KEY'] }
  expect(whatItReaches({ ...nothing, signing }, 'Ilse', english.t).reaches).toEqual([
    'Tokens signed with A_KEY, each valid for 60 minutes at most',
    'Signatures of any text with B_KEY, which have no end',
  ])
})

test('shows each object of a list on its own lines, and no text can forge a line', () => {
  const events = [{ title: 'Flight\nStart: never', start: '2027-03-15T11:30:00-07:00' }, { title: 'Stay' }]
  expect(factsOf({ events }, english)).toEqual([
    {
      name: 'Events',
      value: 'Title: Flight / Start: never\nStart: Mon 15 Mar 2027, 11:30 (UTC-07:00)\n\nTitle: Stay',
      isQuote: false,
    },
  ])
})

test.each(['\v', '\f', '\u0085', '\u2028', '\u2029', '\r', '\r\n', '\t'])(
  'no line break of any kind forges a fact or a line of a question: %j',
  (mark) => {
    const forged = `Late${mark}Start: never`
    const params = { [`gate${mark}To`]: forged, guests: [forged], events: [{ title: forged }], [mark]: 'B4' }
    for (const { name, value, isQuote } of factsOf(params, english)) {
      expect(name.split(/[\n\r\v\f\t\u0085\u2028\u2029]/)).toHaveLength(1)
      if (!isQuote) expect(value).not.toMatch(/^Start: never/m)
      expect(value).not.toMatch(/[\r\v\f\u0085\u2028\u2029]/)
    }
    const lines = questionText(`Send it?${mark}Start: never`, factsOf(params, english), english).split(
      /\r\n|[\n\r\v\f\u0085\u2028\u2029]/,
    )
    expect(lines.filter((line) => line.trimStart().startsWith('Start: never'))).toEqual([])
  },
)

test("translates names, times, amounts and the skill's reach, and leaves other values unchanged", () => {
  const facts = factsOf(
    {
      message: 'Late',
      gate: 'B4',
      departs: '2026-11-26T07:05:00+01:00',
      price: { amount: 847, currency: 'EUR' },
      refundable: false,
      events: [{ title: 'Flight', start: '2026-11-26' }],
    },
    german,
  )
  expect(facts.map(({ name, isSkillsName, value }) => [name, isSkillsName, value.replaceAll(/\s/g, ' ')])).toEqual([
    ['Nachricht', undefined, 'Late'],
    ['Gate', true, 'B4'],
    ['Departs', true, 'Do., 26. Nov. 2026, 07:05 (UTC+01:00)'],
    ['Price', true, '847,00 €'],
    ['Refundable', true, 'Nein'],
    ['Termine', undefined, 'Titel: Flight Beginn: Do., 26. Nov. 2026'],
  ])
  expect(whatItReaches({ ...nothing, secrets: ['KEY'], gateway: true }, 'Ilse', german.t)).toEqual({
    reaches: [
      'Das Geheimnis KEY, als Platzhalter. Das Gateway setzt das echte ein.',
      'Das OpenClaw-Gateway des Betreibers und alles, was dessen Werkzeuge können',
    ],
    cannot: [
      'Einen Host im Internet erreichen',
      'Dem Betreiber Nachrichten hinterlassen',
      'Dateien lesen oder schreiben',
    ],
  })
})

test('no text of a call or a skill can add a line to a question, or hide a part of one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028', '\u202e', '\u200b', '“', ': ', 'é') })
  fc.assert(
    fc.property(text, fc.dictionary(text, text, { maxKeys: 4 }), text, (prompt, params, item) => {
      const facts = factsOf({ ...params, events: [{ title: item }], guests: [item, 'Bo'] }, english)
      const question = questionText(prompt, facts, english)
      // The question, one line for each text, and a heading with its lines for each of the lists.
      expect(question.split(/[\n\r\u2028\u2029]/)).toHaveLength(1 + (facts.length - 2) + 1 + 3)
      expect(withoutHidden(question)).toBe(question)
    }),
  )
})
