import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './steps.ts'

/** The recipes of CONTRIBUTING.md: the pattern of each example, and the files of its list. */
const recipes = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  .split(/^##+ /m)
  .flatMap((section) => {
    const [, pattern] = /`git grep -lE "(.+)"`/.exec(section) ?? []
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const files = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    )
    return pattern === undefined ? [] : [{ title: section.split('\n')[0] ?? '', pattern, files }]
  })

/** Not part of a recipe: unit tests, and pages that only tell about the example. */
const others = [
  ':!*.test.ts',
  ':!*.test.tsx',
  ':!scripts',
  ':!docs/decisions',
  ':!docs/benchmarks.md',
  ':!docs/http-api.md',
  ':!docs/python.md',
  ':!SKILL.md',
  ':!skills/README.md',
  ':!CONTRIBUTING.md',
]

test('every recipe has an example', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'Add a field to a result',
    'Add a provider',
    'Add a host operation',
    'Add a console page',
  ])
})

test.each(recipes)('the recipe "$title" lists every file that names its example', ({ pattern, files }) => {
  const { stdout } = spawnSync('git', ['grep', '-lE', pattern, '--', ...others], { cwd: root, encoding: 'utf8' })
  expect(files.toSorted()).toEqual(stdout.trim().split('\n').toSorted())
})
