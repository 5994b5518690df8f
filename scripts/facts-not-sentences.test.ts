import { globSync, readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import { accountProblems, accountText } from '#lib/platform/model/account-problems.ts'
import { DeleteAccountForm, SignInForm, SignUpForm } from '#lib/platform/model/account-schema.ts'
import { namedIn, refusalText } from '#lib/platform/model/refusal-text.ts'
import { createTexts, type Namespace } from '#lib/platform/model/texts.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { messagesOf } from '#lib/platform/server/i18n/messages-of.ts'
import { problemsIn } from '#lib/travel/model/field-sentences.ts'
import { readFlightQuery } from '#lib/travel/model/flights/flight-query.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { EndCause } from '#runner/contract/end-cause.ts'
import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import { checkRequest } from '#runner/egress/host-policy.ts'
import { grantOf } from '#runner/egress/testing/engine-fixture.ts'
import { cureOf } from '#runner/run/cure-of.ts'
import { testLimits } from '#runner/runtimes/testing/conformance/harness.ts'
import { scriptRemedy } from '#runner/script/script-remedy.ts'

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

  test('the same fields are highlighted, with the same message, if the API’s phrases are reworded', () => {
    const { before, after } = textsOf('flightFields')
    const sentences = (t: typeof before) => flightSentences('round', { t, locale: 'en' })
    const base = 'origin=SEA&destination=SEA&date=2026-02-30&adults=9&children=5&infants=12&currency=x&cabin=sofa'
    for (const query of [
      base,
      `${base}&adults=2`,
      'date=2027-01-10&return_date=2027-01-01&origin=SEA&destination=AMS',
    ]) {
      const read = readFlightQuery(new URLSearchParams(query))
      const problems = read.ok ? {} : read.errors
      const other = Object.fromEntries(
        Object.entries(problems).map(([name, fault]) => [name, { ...fault, phrase: reworded(fault?.phrase ?? '') }]),
      )
      const shown = sentences(before).byField(problems)
      expect(Object.keys(shown)).not.toEqual([])
      expect(sentences(after).byField(other)).toEqual(
        Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, reworded(text ?? '')])),
      )
    }
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
 * Texts of others (a provider, a library, a scanned skill), which state some facts only in words. And two that only
 * avoid a repeated id or full stop.
 */
const ofOthers = [
  'components/travel/results/states/internal-error.tsx',
  'gates/match-text.ts',
  'lib/console/client/credential-form.ts',
  'lib/platform/server/log/log-console.ts',
  'skills/flight-search/src/answer.ts',
  'skills/hotel-search/src/ask-offers.ts',
]

test('no production file searches a message, a reason or a phrase for words', () => {
  const named = '(?:message|sentence|phrase|reason|detail|problem)'
  const search = new RegExp(
    `\\b${named}\\??\\.(?:includes|startsWith|endsWith|match|indexOf|search)\\(|\\.(?:test|exec)\\((?:\\w+\\??\\.)*${named}\\b`,
  )
  const files = globSync('{runner,gates,lib,components,app,skills}/**/*.{ts,tsx}', {
    exclude: (path) => /node_modules|\.test\.tsx?$|\/testing(?:\/|$)/.test(path),
  })
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => search.test(readFileSync(file, 'utf8')))
  expect(found.toSorted()).toEqual(ofOthers)
})
