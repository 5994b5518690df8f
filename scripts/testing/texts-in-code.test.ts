import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accountProblems } from '#lib/platform/model/account-problems.ts'
import { namedIn } from '#lib/platform/model/refusal-text.ts'
import { messagesOf, namespaces } from '#lib/platform/server/i18n/messages-of.ts'
import type { FieldSentences } from '#lib/travel/model/field-sentences.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { onwardFields } from '#lib/travel/model/flights/onward-fields.ts'
import { hotelSentences } from '#lib/travel/model/hotels/hotel-sentences.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { FieldFacts } from '#runner/contract/field-facts.ts'
import { root } from '../steps.ts'
import { textsInJsx } from './texts-in-code.ts'

/** Pages for operators and developers, or pages that are shown if the messages may be missing. */
const english = [
  'app/(site)/(account)/operator/',
  'app/api/',
  'app/console/',
  'app/(site)/dev/',
  'app/(site)/docs/',
  'app/global-error.tsx',
  'components/account/operator-form.tsx',
  'components/api/',
  'components/console/',
  'components/dev/',
]

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync('{app,components}/**/*.tsx', { cwd: root }).filter(
  (file) => !file.endsWith('.test.tsx') && !english.some((start) => file.startsWith(start)),
)
const textsIn = (file: string) => textsInJsx(file, read(file)).map((text) => `${file}: ${text}`)

test('pages for travelers contain no literal text, only messages', () => {
  expect(files.length).toBeGreaterThan(100)
  // The product's name is the same in every language.
  expect(files.flatMap(textsIn).filter((text) => !/: (travel|aw|travel\.aw)$/.test(text))).toEqual([])
})

test('finds texts in elements, expressions and attributes that screen readers read, and no others', () => {
  const source = `<p title="One" className="card is-on" aria-label={a ? 'Two' : t('key')}>Three {b && \`Four \${c}\`} – {t('five')}</p>`
  expect(textsInJsx('a.tsx', source).toSorted()).toEqual(['Four …', 'One', 'Three', 'Two'])
})

test('no list for travelers is joined with a fixed comma, except addresses', () => {
  const writers = [...files, ...globSync('lib/travel/model/**/*.ts', { cwd: root })].filter(
    (file) => !/test/.test(file),
  )
  // Addresses keep the format of their country.
  const addresses = ['components/travel/results/hotels/hotel-details.tsx', 'lib/travel/model/hotels/stay-summary.ts']
  expect(writers.filter((file) => read(file).includes(".join(', ')")).toSorted()).toEqual(addresses)
})

/** The messages about fields of searches, whose keys are made of the field and what is wrong with it. */
const naming = { t: (key: string) => key, locale: 'en-GB' }
const fieldNames = [...Object.keys(FlightSearch.shape), ...onwardFields, ...Object.keys(HotelSearch.shape)]
const faults = [undefined, ...FieldFacts.shape.code.options.map((code) => ({ code }))]
const keysOf = <Name extends string>({ isField, sentence }: FieldSentences<Name>) =>
  fieldNames.filter(isField).flatMap((name) => faults.map((fault) => sentence(name, fault)))
const fieldKeys = [
  ...keysOf(flightSentences('round', naming)),
  ...keysOf(flightSentences('multi', naming)),
  ...keysOf(hotelSentences(naming)),
]

test('every message is used', () => {
  const sources = globSync(
    '{app,components,lib/travel/server/alerts/mail,lib/travel/server/alerts/push,lib/travel/server/charts,lib/agents/server/confirmations,lib/platform/server/i18n,lib/*/{model,client},runner/contract}/**/*.{ts,tsx}',
    { cwd: root },
  )
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read)
  const used = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w.]+)'/g)].map(([, name]) => name)))
  // The pages look up these messages by their English sentence, or by the code and reason of an error.
  for (const key of [...accountProblems, ...Object.keys(namedIn), ...fieldKeys]) used.add(key)
  const unused = namespaces.flatMap((name) =>
    Object.keys(messagesOf('en', name)).flatMap((key) => (used.has(key) ? [] : [`${name}.${key}`])),
  )
  expect(unused).toEqual([])
})
