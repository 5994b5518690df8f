import { globSync, readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { accountProblems, accountText } from '#lib/platform/model/account-problems.ts'
import { DeleteAccountForm, SignInForm, SignUpForm } from '#lib/platform/model/account-schema.ts'
import { namedIn, refusalText } from '#lib/platform/model/refusal-text.ts'
import { createTexts, type Namespace } from '#lib/platform/model/texts.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { messagesOf, namespaces } from '#lib/platform/server/i18n/messages-of.ts'
import { type FieldSentences, problemsIn } from '#lib/travel/model/field-sentences.ts'
import { readFlightQuery } from '#lib/travel/model/flights/flight-query.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { readHotelQuery } from '#lib/travel/model/hotels/hotel-query.ts'
import { hotelSentences } from '#lib/travel/model/hotels/hotel-sentences.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { EndCause } from '#runner/contract/end-cause.ts'
import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import type { FieldFacts } from '#runner/contract/field-facts.ts'
import { checkRequest } from '#runner/egress/host-policy.ts'
import { grantOf } from '#runner/egress/testing/engine-fixture.ts'
import { cureOf } from '#runner/run/cure-of.ts'
import { testLimits } from '#runner/runtimes/testing/conformance/harness.ts'
import { scriptRemedy } from '#runner/script/script-remedy.ts'
import { textComparisons } from './testing/text-comparisons.ts'

const reworded = (text: string) => `In other words — ${text}`

/** The English texts of a namespace, as they are and with every sentence reworded. */
function textsOf<Name extends Namespace>(name: Name) {
  const made = (change: (text: string) => string) =>
    createTexts<Name>(
      Object.fromEntries(Object.entries(messagesOf('en', name)).map(([key, text]) => [key, compile(change(text))])),
      'en',
    )
  return { before: made((text) => text), after: made(reworded) }
}

describe('rewording every sentence changes no behaviour', () => {
  test.each(ErrorCode.options)('%s: the message is chosen by code, reason and facts', (code) => {
    const { before, after } = textsOf('refusals')
    for (const reason of [undefined, ...Object.keys(namedIn)]) {
      const error = { code, facts: { id: 'req_1', most: 5, most_with_account: 9 }, ...(reason ? { reason } : {}) }
      const request = { skill: 'x', who: 'y' }
      const message = sentenceOf(code)
      expect(refusalText({ ...error, message: reworded(message) }, after, request)).toBe(
        reworded(refusalText({ ...error, message }, before, request)),
      )
    }
  })

  test.each(namespaces)('%s: each message stays a message with the same values', (name) => {
    const argumentsOf = (text: string) => new Set(text.match(/\{\w+|<\/?\w+>/g))
    for (const [key, text] of Object.entries(messagesOf('en', name))) {
      expect(argumentsOf(reworded(text)), key).toEqual(argumentsOf(text))
      expect(() => compile(reworded(text)), key).not.toThrow()
    }
  })

  const flights = (query: string) => readFlightQuery(new URLSearchParams(query))
  const stays = (query: string) => readHotelQuery(new URLSearchParams(query))
  const flightTexts = textsOf('flightFields')
  const stayTexts = textsOf('stayFields')
  const flightFaults = 'origin=SEA&destination=SEA&date=2026-02-30&adults=9&children=5&infants=12&currency=x&cabin=sofa'
  const stay = 'check_in=2027-01-10&check_out=2027-01-12&currency=EUR'
  type Refused = {
    readonly ok: boolean
    readonly errors?: Readonly<Record<string, { readonly facts?: FieldFacts | undefined } | undefined>>
  }
  const searches: readonly (readonly [string, Refused, (isAfter: boolean) => FieldSentences<string>])[] = [
    ...[
      flightFaults,
      `${flightFaults}&adults=2`,
      'date=2027-01-10&return_date=2027-01-01&origin=SEA&destination=AMS',
    ].map((query) => {
      const sentences = (isAfter: boolean) =>
        flightSentences('round', { t: isAfter ? flightTexts.after : flightTexts.before, locale: 'en' })
      return [query, flights(query), sentences] as const
    }),
    ...[
      'place=PARIS&check_in=2027-02-30&rooms=12&child_ages=4,&adults=2',
      `${stay}&place=PAR&lat=91&lon=0&radius_km=-1`,
      `${stay}&place=PAR&place=LON&stars=9&price_min=9&price_max=1`,
      'check_in=2027-01-12&check_out=2027-01-10&place=PAR&currency=x',
    ].map((query) => {
      const sentences = (isAfter: boolean) =>
        hotelSentences({ t: isAfter ? stayTexts.after : stayTexts.before, locale: 'en' })
      return [query, stays(query), sentences] as const
    }),
  ]

  test.each(searches)('the same fields of %s are highlighted, with the same message', (_, read, sentences) => {
    const problems = read.errors ?? {}
    // The phrases of the API are reworded too.
    const other = Object.fromEntries(
      Object.entries(problems).map(([name, fault]) => [name, { ...fault, phrase: reworded('of the API') }]),
    )
    const shown = sentences(false).byField(problems)
    expect(Object.keys(shown)).not.toEqual([])
    expect(sentences(true).byField(other)).toEqual(
      Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, reworded(text ?? '')])),
    )
  })

  test('the facts of a refused search pass through the API’s error', () => {
    const { before } = textsOf('flightFields')
    const refused = parseInput(FlightSearch, { origin: 'SEA', destination: 'SEA', date: '2027-01-10' }, 'query')
    if (refused.ok) throw new Error('not refused')
    const { details = {} } = refused.error
    const other = Object.fromEntries(Object.entries(details).map(([name, text]) => [name, reworded(text)]))
    const all = (error: typeof refused.error) =>
      flightSentences('round', { t: before, locale: 'en' }).all(problemsIn(error))
    expect(all({ ...refused.error, details: other })).toEqual(all(refused.error))
    expect(refused.error.facts?.fields).toEqual({ destination: { code: 'same' } })
  })

  test('the forms of the account pages name the keys of their messages', () => {
    const { before, after } = textsOf('errors')
    const issues = [
      SignUpForm.safeParse({ email: 'ana@example.com', password: 'short', name: 'x'.repeat(81) }),
      SignInForm.safeParse({ email: 'x', password: '' }),
      DeleteAccountForm.safeParse({ email: 'a'.repeat(255), word: 'delete my whole account' }),
    ].flatMap(({ error }) => error?.issues ?? [])
    expect(issues.length).toBeGreaterThan(5)
    for (const { message } of issues) {
      expect(accountProblems).toContain(message)
      expect(accountText(message, after)).toBe(reworded(accountText(message, before)))
    }
  })

  test.each<[string, string, EndCause]>([
    ['https://evil.example/', 'GET', 'network.egress'],
    ['https://api.example.com/', 'DELETE', 'network.methods'],
    ['http://api.example.com/', 'GET', 'scheme'],
    ['https://api.example.com/a/../b', 'GET', 'url'],
  ])('a refused request to %s (%s) gets its cure and remedy from its cause', (url, method, cause) => {
    const grant = grantOf(['api.example.com'])
    const verdict = checkRequest(url, method, grant.permissions)
    expect(verdict).toMatchObject({ allowed: false, cause })
    if (verdict.allowed) return
    expect(scriptRemedy('EGRESS_BLOCKED', testLimits, verdict.cause)).toBeDefined()
    expect(cureOf('EGRESS_BLOCKED', grant, verdict.cause)).toContain('permissions.network.egress')
  })
})

/**
 * Texts of others (a provider, a library, a scanned skill), which state some facts only in words. And two that only avoid a
 * repeated id or full stop.
 */
const ofOthers = [
  'components/travel/results/states/state-panel.tsx',
  'gates/match-text.ts',
  'lib/console/client/mark-refused.ts',
  'lib/platform/server/log/log-console.ts',
  'skills/flight-search/src/answer.ts',
  'skills/hotel-search/src/ask-offers.ts',
]

const production = globSync('{runner,gates,lib,components,app,skills,sample-provider}/**/*.{ts,tsx}', {
  exclude: (path) => /node_modules|\.test\.tsx?$|\/testing(?:[/.-]|$)|\/generated(?:\/|$)/.test(path),
})

test('no production file searches a message, a reason or a phrase for words', () => {
  const named = '(?:message|sentence|phrase|reason|detail|problem)'
  const search = new RegExp(
    `\\b${named}\\??\\.(?:includes|startsWith|endsWith|match|indexOf|search)\\(|\\.(?:test|exec)\\((?:\\w+\\??\\.)*${named}\\b`,
  )
  expect(production.length).toBeGreaterThan(500)
  const found = production.filter((file) => search.test(readFileSync(file, 'utf8')))
  expect(found.toSorted()).toEqual(ofOthers)
})

const compared = production.map((file) => ({ file, ...textComparisons(file, readFileSync(file, 'utf8')) }))

test('no production file compares, searches or switches on a text of the messages', () => {
  expect(compared.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(1000)
  expect(compared.flatMap(({ file, onTexts }) => onTexts.map((code) => `${file}: ${code}`))).toEqual([])
})

/** Words of other things that are also messages: a key of the keyboard, and fields of an answer and of a query. */
const alsoWords = ['End', 'total', 'to']

test('no production file compares a value with words of the messages', () => {
  const sentences = namespaces.flatMap((name) => Object.values(messagesOf('en', name)))
  const words = /[\p{L}\p{N}’'.,:]+(?: [\p{L}\p{N}’'.,:]+)+/gu
  const isOfMessages = (literal: string) =>
    sentences.includes(literal) ||
    (literal.match(words) ?? []).some((part) => sentences.some((sentence) => sentence.includes(part)))
  const found = compared.flatMap(({ file, literals }) =>
    literals
      .filter((literal) => !alsoWords.includes(literal) && isOfMessages(literal))
      .map((literal) => `${file}: ${literal}`),
  )
  expect(found).toEqual([])
})

test('only the edge reads the files of the messages', () => {
  const readers = production.filter((file) =>
    /['"][^'"]*messages\/(?:en|es|nl|de|ja)\//.test(readFileSync(file, 'utf8')),
  )
  // The first one takes only the types of the keys.
  expect(readers.toSorted()).toEqual(['lib/platform/model/texts.ts', 'lib/platform/server/i18n/messages-of.ts'])
})

test.each([
  "const t = useTexts('a'); if (t('key') === 'Direct') {}",
  "const [a, b] = [useTexts('a'), useTexts('b')]; b('key').includes('fare')",
  "const t = useTexts('a'); const said = t('key'); said.startsWith('The')",
  "const errors = await getTranslations('errors'); switch (errors('key')) { case 'One': }",
  "function f(t: Texts<'a'>) { return /fare/.test(t('key')) }",
  "type W = { refusals: Texts<'a'> }; const f = (w: W) => known.has(w.refusals('key'))",
  "useTexts('a')('key') !== other",
])('finds a behaviour that depends on words: %s', (source) => {
  expect(textComparisons('a.ts', source).onTexts).toHaveLength(1)
})

test('finds the words in comparisons, switches and regular expressions, and no other literals', () => {
  const source = "if (message === 'One') {} switch (said) { case 'Two': } /Three fares/.test(said); print('Four')"
  expect(textComparisons('a.ts', source).literals.toSorted()).toEqual(['One', 'Three fares', 'Two'])
  expect(textComparisons('a.ts', "const t = useTexts('a'); t('key') === ''").onTexts).toEqual([])
})
