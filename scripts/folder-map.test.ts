import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

const root = findProjectRoot()

/** The folders of the first two levels that hold files of the project. */
const folders = new Set(
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .flatMap((file) => {
      const [first, ...rest] = file.split('/').slice(0, -1)
      return first === undefined ? [] : [`${first}/`, ...rest.slice(0, 1).map((second) => `${first}/${second}/`)]
    }),
)

test('the map of docs/architecture.md names every folder of the first two levels, and no other', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const named = [...text.matchAll(/^\| `([^`]+\/)` /gm)].map(([, folder = '']) => folder)
  expect(new Set(named).size).toBe(named.length)
  expect(named.toSorted()).toEqual([...folders].toSorted())
})
