import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

const root = findProjectRoot()

/** The folders of the first two levels that hold files of the project, also those that are not added yet. */
const folders = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .flatMap((file) => {
      const [first, ...rest] = file.split('/').slice(0, -1)
      return first === undefined ? [] : [`${first}/`, ...rest.slice(0, 1).map((second) => `${first}/${second}/`)]
    }),
)

test('the map of docs/architecture.md names every folder of the first two levels, and no other', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const section = text.split('\n## Folders\n')[1]?.split('\n## ')[0] ?? ''
  const named = [...section.matchAll(/`([^`]+\/)`/g)].map(([, folder = '']) => folder)
  expect(new Set(named).size).toBe(named.length)
  expect(named.toSorted()).toEqual([...folders].toSorted())
})

/** The paths of the project in a page: in back quotes, or as imports to copy. */
const pathsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:`|'#)((?:app|components|gates|lib|messages|prisma|runner|scripts|skills)\/[\w./()[\]-]*\w)[`']/g,
    ),
  ].map(([, path = '']) => path)

test.each(
  execFileSync('git', ['ls-files', '--', '*.md', ':!gates', ':!skills/*/SKILL.md'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== ''),
)('%s names only paths that exist', (page) => {
  const dead = pathsIn(readFileSync(join(root, page), 'utf8')).filter((path) => !isThere(path))
  expect(dead).toEqual([])
})

/** Generated files exist only after the preparation. Capitals before a slash stand for any name: `LANGUAGE/`. */
const isThere = (path: string): boolean =>
  path.includes('/generated') || /\/[A-Z]{4,}\//.test(path) || existsSync(join(root, path))
