import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const reportSchema = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.unknown() }) })),
})

/** A file, its import, and whether lint must reject it. */
const cases: [file: string, imported: string, refused: boolean][] = [
  ['runner/a1.ts', '#lib/platform/server/db/client.ts', true],
  ['runner/a2.ts', '../lib/platform/server/db/client.ts', true],
  ['runner/egress/a3.ts', '../../lib/db/client.ts', true],
  ['runner/a4.ts', 'next/headers', true],
  ['runner/a5.ts', '@prisma/client', true],
  ['runner/a6.ts', 'react', true],
  ['runner/a7.ts', '#components/ui/button.tsx', true],
  ['runner/a8.ts', '#app/page.tsx', true],
  ['runner/egress/a9.ts', '../contract/errors.ts', false],
  ['runner/gates/rules/b0.ts', '../../contract/errors.ts', false],
  ['runner/b1.ts', 'node:fs', false],
  ['runner/contract/c1.ts', 'node:fs', true],
  ['runner/contract/c2.ts', '../ports.ts', true],
  ['runner/contract/c3.ts', '#runner/core/ports.ts', true],
  ['runner/contract/c4.ts', 'yaml', true],
  ['runner/contract/c5.ts', 'zod', false],
  ['runner/contract/c6.ts', './errors.ts', false],
  ['components/ui/d1.tsx', '#lib/platform/server/db/client.ts', true],
  ['components/ui/d2.tsx', '../../lib/db/client.ts', true],
  ['components/ui/d3.tsx', '#runner/run/runner.ts', true],
  ['components/ui/d4.tsx', '#app/page.tsx', true],
  ['components/ui/d5.tsx', '#lib/client/api.ts', false],
  ['components/ui/d6.tsx', '#lib/travel/model/money.ts', false],
  ['components/ui/d7.tsx', '#runner/contract/errors.ts', false],
  ['components/ui/d9.tsx', '#lib/platform/model/theme.ts', false],
  ['components/ui/d8.tsx', '../search/form.tsx', false],
  ['lib/skills/e1.ts', '#app/page.tsx', true],
  ['lib/skills/e2.ts', '../../app/page.tsx', true],
  ['lib/skills/e3.ts', '#components/ui/button.tsx', true],
  ['lib/skills/e4.ts', '#runner/run/runner.ts', false],
  ['lib/skills/e5.ts', '../db/client.ts', false],
  ['lib/client/f1.ts', 'node:fs', true],
  ['lib/client/f2.ts', '../db/client.ts', true],
  ['lib/client/f3.ts', '#runner/run/runner.ts', true],
  ['lib/client/f4.ts', '../travel/money.ts', false],
  ['lib/client/f5.ts', '#runner/contract/errors.ts', false],
  ['lib/client/queries/f6.ts', '../api.ts', false],
  ['lib/client/flights/f7.ts', '../../travel/money.ts', false],
  ['lib/client/flights/f8.ts', '../hotels/area-query.ts', true],
  ['lib/client/f9.ts', '../shared/theme.ts', false],
  ['lib/skills/k1.ts', '#lib/travel/client/use-search.ts', true],
  ['lib/skills/k2.ts', '../client/use-search.ts', true],
  ['lib/search/deep/k3.ts', '../../client/use-search.ts', true],
  ['lib/skills/k4.ts', '../travel/money.ts', false],
  ['lib/skills/k5.ts', '../shared/return-path.ts', false],
  ['lib/shared/k6.ts', '../client/use-search.ts', true],
  ['lib/shared/k7.ts', '../db/client.ts', true],
  ['lib/shared/k8.ts', './theme.ts', false],
  ['lib/travel/g1.ts', 'node:path', true],
  ['lib/travel/g2.ts', '../db/client.ts', true],
  ['lib/travel/g3.ts', '#lib/platform/server/db/client.ts', true],
  ['lib/travel/ranking/g4.ts', '../../db/client.ts', true],
  ['lib/travel/ranking/g5.ts', '../money.ts', false],
  ['lib/travel/g6.ts', './money.ts', false],
  ['lib/travel/g7.ts', '../client/use-search.ts', true],
  ['lib/travel/g8.ts', './flights/sort.ts', true],
  ['lib/travel/results/g9.ts', '../flights/sort.ts', true],
  ['lib/travel/hotels/l1.ts', '../flights/sort.ts', true],
  ['lib/travel/flights/l2.ts', '../hotels/sort.ts', true],
  ['lib/travel/flights/l3.ts', '../results/bounds.ts', false],
  ['lib/travel/flights/l4.ts', './sort.ts', false],
  ['lib/travel/flights/l5.ts', '../generated/flight-offer.ts', false],
  ['app/h1.ts', '#runner/run/runner.ts', true],
  ['app/h2.ts', '@prisma/client', true],
  ['app/h3.ts', '#lib/compose/server.ts', false],
  ['app/h4.ts', '#lib/travel/client/use-search.ts', true],
  ['app/h5.ts', '#lib/travel/model/money.ts', false],
  ['sample-provider/j1.ts', '#lib/travel/model/money.ts', false],
  ['sample-provider/j2.ts', '#lib/travel/server/places/places.ts', false],
  ['sample-provider/j3.ts', '#lib/platform/server/db/client.ts', true],
  ['sample-provider/flights/j4.ts', '../../lib/db/client.ts', true],
  ['sample-provider/j5.ts', '#runner/run/runner.ts', true],
  ['sample-provider/j6.ts', '#components/ui/button.tsx', true],
  ['lib/compose/j7.ts', '#sample-provider/stand-ins.ts', false],
  ['lib/compose/j8.ts', '#sample-provider/faults.ts', true],
  ['lib/travel/j9.ts', '#sample-provider/stand-ins.ts', true],
  ['app/k1.ts', '#sample-provider/stand-ins.ts', true],
  ['components/k2.tsx', '#sample-provider/stand-ins.ts', true],
  ['runner/k3.ts', '#sample-provider/stand-ins.ts', true],
  ['e2e/support/k4.ts', '#sample-provider/stand-ins.ts', false],
  ['e2e/support/k5.ts', '#sample-provider/faults.ts', true],
  ['bench/provider/k6.ts', '../../sample-provider/stand-ins.ts', false],
  ['bench/provider/k7.ts', '../../sample-provider/faults.ts', true],
  ['e2e/i1.ts', '#app/page.tsx', true],
  ['bench/i2.ts', '#app/page.tsx', true],
  ['scripts/i3.ts', '../app/page.tsx', true],
  ['skills/some/src/j1.ts', '#lib/platform/server/db/client.ts', true],
]

/** Lints the files in a scratch project with this repository's rules; returns the violated rules by file. */
const lint = (files: Record<string, string>): Map<string, string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'travel-lint-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const name of ['biome.json', 'package.json']) symlinkSync(join(root, name), join(folder, name))
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.']
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const report = reportSchema.parse(JSON.parse(run.stdout))
    const found = new Map<string, string[]>()
    for (const { category, location } of report.diagnostics) {
      const path = typeof location.path === 'string' ? location.path : JSON.stringify(location.path)
      const file = Object.keys(files).find((name) => path.includes(name))
      if (file) found.set(file, [...(found.get(file) ?? []), category])
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The path of the variant that imports only a type. */
const typesOf = (file: string) => file.replace('.ts', '-type.ts')

const cycle = {
  'lib/cycle/one.ts': "import { two } from './two.ts'\n\nexport const one = (): number => two()\n",
  'lib/cycle/two.ts': "import { one } from '#lib/cycle/one.ts'\n\nexport const two = (): number => one()\n",
}
const typeCycle = {
  'lib/cycle/three.ts': "import type { Four } from './four.ts'\n\nexport type Three = { four: Four }\n",
  'lib/cycle/four.ts': "import type { Three } from './three.ts'\n\nexport type Four = { three?: Three }\n",
}
const careless = {
  'lib/careless.ts': [
    "export const work = async (): Promise<string> => 'done'",
    'export const start = (kind: unknown): void => {',
    '  work()',
    '}',
    'export const loose = (value: any): void => {',
    '  start(value)',
    '}',
    "export const name = (kind: 'a' | 'b'): string => {",
    '  switch (kind) {',
    "    case 'a':",
    "      return 'A'",
    '  }',
    "  return ''",
    '}',
    '',
  ].join('\n'),
  'lib/badName.ts': 'export const x = 1\n',
}

describe('lint enforces the import directions', () => {
  let found = new Map<string, string[]>()
  beforeAll(() => {
    const files = Object.fromEntries(
      cases.flatMap(([file, imported]) => [
        [file, `import '${imported}'\n`],
        [typesOf(file), `import type { T } from '${imported}'\n\nexport type U = T\n`],
      ]),
    )
    found = lint({ ...files, ...cycle, ...typeCycle, ...careless })
  })
  afterAll(() => found.clear())

  const isRestricted = (file: string) =>
    (found.get(file) ?? []).some((rule) => /noRestrictedImports|noNodejsModules/.test(rule))

  it.each(cases)('%s imports %s, rejected: %s', (file, _imported, refused) => {
    expect(isRestricted(file)).toBe(refused)
  })

  it.each(cases)('%s imports a type of %s, rejected: %s', (file, imported, refused) => {
    // Node's types do not reach the browser, so lint allows them.
    expect(isRestricted(typesOf(file))).toBe(refused && !(file.startsWith('lib/') && imported.startsWith('node:')))
  })

  it('rejects a cycle of type imports', () => {
    expect(found.get('lib/cycle/three.ts')).toContain('lint/suspicious/noImportCycles')
  })

  it('rejects an import cycle, even through an alias', () => {
    expect([...(found.get('lib/cycle/one.ts') ?? []), ...(found.get('lib/cycle/two.ts') ?? [])]).toContain(
      'lint/suspicious/noImportCycles',
    )
  })

  it.each([
    ['lib/careless.ts', 'lint/nursery/noFloatingPromises'],
    ['lib/careless.ts', 'lint/suspicious/noExplicitAny'],
    ['lib/careless.ts', 'lint/nursery/useExhaustiveSwitchCases'],
    ['lib/badName.ts', 'lint/style/useFilenamingConvention'],
  ])('reports in %s: %s', (file, rule) => {
    expect(found.get(file)).toContain(rule)
  })
})
