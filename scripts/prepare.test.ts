import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { appSources } from './prepare.ts'
import { root } from './steps.ts'

/** The project's own files that a file imports, as paths from the project. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const names = [...text.matchAll(/(?:from|import\(?) ?'([.#][^']+)'/g)].map(([, name = '']) => name)
  return names.map((name) => (name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name)))
}
const isSource = (file: string): boolean =>
  appSources.some((source) => file === source || file.startsWith(`${source}/`))

test('a change of any file that the app imports triggers a rebuild', () => {
  const files = globSync(['{app,components,lib,runner,sample-provider}/**/*.{ts,tsx}', '{instrumentation*,proxy}.ts'], {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/testing*', '**/testing/**'],
  })
  expect(files.length).toBeGreaterThan(500)
  const foreign = files.flatMap((file) => importsOf(file).filter((name) => !isSource(name)))
  expect(foreign).toEqual([])
})

test('a change of a skill triggers no rebuild, because the app reads skills at start', () => {
  expect(isSource('skills/flight-search/src/main.ts')).toBe(false)
})
