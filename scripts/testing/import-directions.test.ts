import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { type Import, whyNot } from './import-directions.ts'
import { importsOf } from './imports-of.ts'

const root = findProjectRoot()
/** The modules of the project. */
const modules = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')

it('every import of the project points in an allowed direction', () => {
  const wrong = modules
    .flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')))
    .flatMap((one) => {
      const why = whyNot(one)
      return why === undefined ? [] : [`${one.from} imports ${one.to}: ${why}`]
    })
  expect(wrong).toEqual([])
})

it.each([
  ['a worker of QuickJS', 'runner/runtimes/quickjs/worker.ts', 'runner/runtimes/wasm/execution.ts'],
  ['the parser of scripts', 'runner/script/script-parser-process.ts', 'runner/core/parse-source.ts'],
])('%s loads no zod, whose modules would double the CPU time of each start', (_, entry, part) => {
  const reached = new Set([entry])
  for (const file of reached) {
    if (!modules.includes(file)) continue
    for (const { to, isType } of importsOf(file, readFileSync(join(root, file), 'utf8'))) if (!isType) reached.add(to)
  }
  expect([...reached]).toEqual(expect.arrayContaining([part, 'lru-cache']))
  expect(reached).not.toContain('zod')
})

it.each<[string, Omit<Import, 'from'>[]]>([
  ["import { a } from './b.ts'", [{ to: 'lib/skills/b.ts', isType: false }]],
  ["import type { A } from '../b.ts'", [{ to: 'lib/b.ts', isType: true }]],
  ["import { type A, type B } from 'zod'", [{ to: 'zod', isType: true }]],
  ["import { type A, b } from '#lib/x.ts'", [{ to: 'lib/x.ts', isType: false }]],
  ["import './b.ts'", [{ to: 'lib/skills/b.ts', isType: false }]],
  ["export { a } from './b.ts'", [{ to: 'lib/skills/b.ts', isType: false }]],
  ["const late = () => import('./b.ts')", [{ to: 'lib/skills/b.ts', isType: false }]],
])('finds the imports of %s', (source, expected) => {
  const from = 'lib/skills/a.ts'
  expect(importsOf(from, source)).toEqual(expected.map((one) => ({ from, ...one })))
})

describe('an import is refused or allowed', () => {
  it.each<[from: string, to: string, refused: boolean]>([
    ['runner/core/a.ts', 'lib/platform/server/db/client.ts', true],
    ['runner/core/a.ts', 'next/headers', true],
    ['runner/core/a.ts', '@prisma/client', true],
    ['runner/core/a.ts', 'react', true],
    ['runner/core/a.ts', 'components/ui/button.tsx', true],
    ['runner/core/a.ts', 'gates/check-skill.ts', true],
    ['runner/core/a.ts', 'node:fs', false],
    ['runner/egress/a.ts', 'runner/contract/errors.ts', false],
    ['runner/egress/a.ts', 'runner/journal/recorder.ts', true],
    ['runner/journal/a.test.ts', 'runner/run/runner.ts', false],
    ['runner/core/a.test.ts', 'lib/platform/server/db/client.ts', true],
    ['runner/contract/a.ts', 'node:fs', true],
    ['runner/contract/a.ts', 'runner/core/ports.ts', true],
    ['runner/contract/a.ts', 'yaml', true],
    ['runner/contract/a.ts', 'zod', false],
    ['gates/a.ts', 'runner/manifest/read-folder.ts', false],
    ['gates/a.ts', 'lib/platform/server/db/client.ts', true],
    ['components/ui/a.tsx', 'lib/platform/server/db/client.ts', true],
    ['components/ui/a.tsx', 'runner/run/runner.ts', true],
    ['components/ui/a.tsx', 'app/page.tsx', true],
    ['components/ui/a.tsx', 'server-only', true],
    ['components/ui/a.tsx', 'lib/travel/client/use-search.ts', false],
    ['components/ui/a.tsx', 'lib/travel/model/money.ts', false],
    ['components/ui/a.tsx', 'runner/contract/errors.ts', false],
    ['lib/skills/server/a.ts', 'app/page.tsx', true],
    ['lib/skills/server/a.ts', 'components/ui/button.tsx', true],
    ['lib/skills/server/a.ts', 'runner/run/runner.ts', false],
    ['lib/skills/server/a.ts', 'lib/platform/server/db/client.ts', false],
    ['lib/skills/server/a.ts', 'lib/travel/server/trips/trips.ts', true],
    ['lib/skills/server/a.ts', 'lib/travel/model/money.ts', true],
    ['lib/platform/server/a.ts', 'lib/compose/compose.ts', true],
    ['lib/platform/server/a.test.ts', 'lib/compose/compose.ts', false],
    ['lib/travel/server/a.ts', 'lib/travel/client/use-search.ts', true],
    ['lib/travel/client/a.ts', 'lib/travel/server/trips/trips.ts', true],
    ['lib/travel/client/a.ts', 'node:fs', true],
    ['lib/travel/client/a.ts', 'runner/run/runner.ts', true],
    ['lib/travel/client/a.ts', 'runner/contract/errors.ts', false],
    ['lib/travel/client/flights/a.ts', 'lib/travel/client/hotels/area-query.ts', true],
    ['lib/travel/model/a.ts', 'lib/travel/client/use-search.ts', true],
    ['lib/travel/model/a.ts', 'lib/travel/model/flights/sort.ts', true],
    ['lib/travel/model/a.ts', 'undici', true],
    ['lib/travel/model/flights/a.ts', 'lib/travel/model/hotels/sort.ts', true],
    ['lib/travel/model/flights/a.ts', 'lib/travel/model/money.ts', false],
    ['lib/travel/model/a.ts', 'lib/platform/model/texts.ts', false],
    ['lib/compose/a.ts', 'sample-provider/stand-ins.ts', false],
    ['lib/compose/a.ts', 'sample-provider/faults.ts', true],
    ['lib/compose/a.ts', 'lib/cli/main.ts', true],
    ['lib/cli/a.ts', 'lib/compose/compose.ts', false],
    ['app/a.ts', 'runner/run/runner.ts', true],
    ['app/a.ts', '@prisma/client', true],
    ['app/a.ts', 'lib/compose/server.ts', false],
    ['app/a.ts', 'lib/travel/client/use-search.ts', true],
    ['app/a.ts', 'lib/travel/model/money.ts', false],
    ['app/a.ts', 'sample-provider/stand-ins.ts', true],
    ['sample-provider/a.ts', 'lib/travel/model/money.ts', false],
    ['sample-provider/a.ts', 'lib/travel/server/places/places.ts', false],
    ['sample-provider/a.ts', 'lib/platform/server/db/client.ts', true],
    ['sample-provider/a.ts', 'runner/run/runner.ts', true],
    ['e2e/support/a.ts', 'sample-provider/stand-ins.ts', false],
    ['e2e/support/a.ts', 'sample-provider/faults.ts', true],
    ['e2e/a.ts', 'app/page.tsx', true],
    ['bench/a.ts', 'app/page.tsx', true],
    ['skills/some/src/a.ts', 'lib/platform/server/db/client.ts', true],
    ['skills/some/src/a.ts', 'runner/core/ports.ts', true],
    ['skills/some/src/a.ts', 'runner/sdk/index.ts', false],
    ['skills/base-image/harness/a.ts', 'runner/runtimes/runtime.ts', false],
  ])('%s imports %s, refused: %s', (from, to, refused) => {
    expect(whyNot({ from, to, isType: false }) !== undefined).toBe(refused)
    // Node's types do not reach the browser.
    const isFreeType = from.startsWith('lib/') && to.startsWith('node:')
    expect(whyNot({ from, to, isType: true }) !== undefined).toBe(refused && !isFreeType)
  })
})
