import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messagesOf, namespaces } from '#lib/i18n/messages-of.ts'
import { accountProblems } from '#lib/shared/account-problems.ts'
import { namedIn } from '#lib/shared/refusal-text.ts'
import { root } from './steps.ts'
import { textsInJsx } from './texts-in-code.ts'

/** For operators, or shown when the messages themselves may be missing. */
const english = [
  'app/(account)/operator/',
  'app/api/',
  'app/console/',
  'app/global-error.tsx',
  'components/account/operator-form.tsx',
  'components/console/',
]

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = globSync('{app,components}/**/*.tsx', { cwd: root }).filter(
  (file) => !file.endsWith('.test.tsx') && !english.some((start) => file.startsWith(start)),
)
const textsIn = (file: string) => textsInJsx(file, read(file)).map((text) => `${file}: ${text}`)

test('the texts of pages for travelers are messages', () => {
  expect(files.length).toBeGreaterThan(100)
  // The product's name is the same in every language.
  expect(files.flatMap(textsIn).filter((text) => !/: (travel|aw|travel\.aw)$/.test(text))).toEqual([])
})

test('finds texts in elements, expressions and spoken attributes, and no others', () => {
  const source = `<p title="One" className="card is-on" aria-label={a ? 'Two' : t('key')}>Three {b && \`Four \${c}\`} – {t('five')}</p>`
  expect(textsInJsx('a.tsx', source).toSorted()).toEqual(['Four …', 'One', 'Three', 'Two'])
})

test('lists for travelers are joined by the comma of their language', () => {
  const writers = [...files, ...globSync('lib/travel/**/*.ts', { cwd: root })].filter((file) => !/test/.test(file))
  // An address stays as its country writes it.
  const addresses = ['components/results/hotels/hotel-details.tsx', 'lib/travel/hotels/stay-summary.ts']
  expect(writers.filter((file) => read(file).includes(".join(', ')")).toSorted()).toEqual(addresses)
})

test('every message is used', () => {
  const sources = globSync(
    '{app,components,lib/alert-mail,lib/alert-push,lib/chart,lib/client,lib/confirmations,lib/i18n,lib/shared,lib/travel,runner/contract}/**/*.{ts,tsx}',
    { cwd: root },
  )
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(read)
  const used = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w.]+)'/g)].map(([, name]) => name)))
  // The pages find these by their English sentence, or by the code and reason of an error.
  for (const key of [...Object.keys(accountProblems), ...Object.keys(namedIn)]) used.add(key)
  const unused = namespaces.flatMap((name) =>
    Object.keys(messagesOf('en', name)).flatMap((key) => (used.has(key) ? [] : [`${name}.${key}`])),
  )
  expect(unused).toEqual([])
})
