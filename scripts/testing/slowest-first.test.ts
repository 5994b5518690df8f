import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { BaseSequencer } from 'vitest/node'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { longest, SlowestFirst } from './slowest-first.ts'

const root = findProjectRoot()

/** The files in the sequencer's order. Vitest's own sort is replaced by one that keeps the order. */
async function sorted(paths: readonly string[]): Promise<string[]> {
  vi.spyOn(BaseSequencer.prototype, 'sort').mockImplementation(async (files) => files)
  const files = paths.map((path) => Object({ moduleId: join(root, path) }))
  const sequencer: SlowestFirst = Object.create(SlowestFirst.prototype)
  return (await sequencer.sort(files)).map(({ moduleId }) => moduleId.slice(root.length + 1))
}

test('starts the listed slow files first, and keeps the order of all others', async () => {
  const others = ['lib/z.integration.test.ts', 'lib/a.integration.test.ts']
  const [first = '', second = ''] = longest
  expect(await sorted([...others, second, first])).toEqual([first, second, ...others])
})

test('lists only files that exist', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
