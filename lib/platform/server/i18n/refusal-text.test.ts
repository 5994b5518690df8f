import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { ErrorCode } from '#runner/contract/errors.ts'
import { isLanguage, languageNames } from '../../model/languages.ts'
import { refusalReasons } from '../../model/refusal-reasons.ts'
import { namedIn, refusalText, shared } from '../../model/refusal-text.ts'
import { createTexts } from '../../model/texts.ts'
import { compiledTexts, messagesOf } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)
const cases = Object.keys(namedIn).filter((key): key is keyof typeof namedIn => key in namedIn)
const german = createTexts<'refusals'>(compiledTexts('de', ['refusals']).refusals, 'de')
const english = 'An English sentence.'
const request = { who: 'Amadeus', skill: 'flight-search' }

test('every error code and every reason has a message of its own, or one that says what a reader can do', () => {
  const known = new Set([...cases, ...Object.keys(shared)])
  for (const common of Object.values(shared)) expect(known.delete(common) || namedIn[common].length === 0).toBe(true)
  expect([...known].toSorted()).toEqual([...ErrorCode.options, ...Object.keys(refusalReasons)].toSorted())
})

describe.each(languages)('in %s', (language) => {
  test.each(cases)('%s has its own message, with exactly the values that the error or the caller provides', (key) => {
    const message = messagesOf(language, 'refusals')[key] ?? ''
    const found = parse(message).flatMap((part) => (part.type === TYPE.argument ? [part.value] : []))
    expect(found.toSorted()).toEqual(namedIn[key].toSorted())
    expect(message).not.toBe(messagesOf(language, 'refusals').general)
    if (language !== 'en') expect(message).not.toBe(messagesOf('en', 'refusals')[key])
  })
})

test.each(ErrorCode.options)('%s is written in the reader’s language, without the English sentence', (code) => {
  const text = refusalText({ code, message: english, facts: { id: 'req_1' } }, german, request)
  expect(text).not.toContain(english)
  expect(text).not.toBe(german('general'))
  expect(text).not.toMatch(/undefined|null|\{/)
})

test('the text of a known reason replaces that of its code; an unknown reason is ignored', () => {
  const error = { code: 'CONFLICT', message: english, facts: { most: 50 } } as const
  expect(refusalText({ ...error, reason: 'offers_full' }, german)).toMatch(/^Sie haben 50 Flüge und Aufenthalte/)
  expect(refusalText({ ...error, reason: 'made_up' }, german)).toBe('Das ist im aktuellen Zustand nicht möglich.')
})

test('names the wait, the refused fields, the provider and the log entry', () => {
  const write = (error: Parameters<typeof refusalText>[0], more = {}) => refusalText(error, german, more)
  expect(write({ code: 'RATE_LIMITED', message: english, retry_after_ms: 8_600 })).toContain('in 9 s')
  expect(write({ code: 'RATE_LIMITED', message: english, retry_after_ms: 600_000 })).toContain('in 10 Minuten')
  expect(write({ code: 'RATE_LIMITED', message: english, retry_after_ms: 86_400_000 })).toContain('in 24 Stunden')
  expect(write({ code: 'INVALID_INPUT', message: english, details: { depart: 'x', adults: 'y' } })).toBe(
    'Die Anfrage ist ungültig: Prüfen Sie depart, adults.',
  )
  expect(write({ code: 'API_UNAVAILABLE', message: english }, request)).toMatch(/^Amadeus ist nicht erreichbar/)
  expect(write({ code: 'API_UNAVAILABLE', message: english }, { skill: 'send-message' })).toMatch(/^send-message ist/)
  expect(write({ code: 'INTERNAL', message: english }, { requestId: 'req_7' })).toContain('req_7')
})

test('writes the general message when the message for the code or reason needs a value that the error lacks', () => {
  expect(refusalText({ code: 'API_TIMEOUT', message: english }, german)).toBe(german('general'))
  expect(refusalText({ code: 'CONFLICT', reason: 'offers_full', message: english }, german)).toBe(german('general'))
})

test('the sentence of a reason in the API is its English message', () => {
  for (const [reason, { sentence }] of Object.entries(refusalReasons)) {
    // The API names the skill to programs.
    if (/skill/i.test(sentence)) continue
    expect(messagesOf('en', 'refusals')[reason]).toBe(sentence.replace('most_with_account', 'mostWithAccount'))
  }
})
