import { expect, test } from 'vitest'
import { relatedTests, testsOfWholeProject } from './related-tests.ts'

const sources = new Map(
  Object.entries({
    'lib/price.ts': "import type { Row } from './row.ts'",
    'lib/price.test.ts': "import { price } from './price.ts'",
    'lib/price.integration.test.ts': "import { price } from './price.ts'",
    'lib/row.ts': "import { price } from '#lib/price.ts'\nimport './words.json'",
    'lib/row.dom.test.tsx': "import { row } from './row.ts'",
    'lib/other.test.ts': "readFileSync('docs/page.md')",
    'lib/all.test.ts': "globSync('**/*.md')",
  }),
)

test.each<[changed: string, tests: string[]]>([
  ['lib/price.ts', ['lib/price.test.ts', 'lib/row.dom.test.tsx']],
  ['lib/row.ts', ['lib/row.dom.test.tsx']],
  ['lib/words.json', ['lib/row.dom.test.tsx']],
  ['docs/page.md', ['lib/other.test.ts']],
  ['lib/price.test.ts', ['lib/price.test.ts']],
  ['lib/removed.test.ts', []],
])('a change of %s touches %j, the nearest first', (changed, tests) => {
  expect(relatedTests([changed], sources)).toEqual(tests)
})

test('any change touches the tests that list the files of the project', () => {
  expect(testsOfWholeProject(sources)).toEqual(['lib/all.test.ts'])
})
