import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempDisposableSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '..')
const reportSchema = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.unknown() }) })),
})

/** Lints the files in a scratch project with this repository's rules; returns the violated rules by file. */
const lint = (files: Record<string, string>): Map<string, string[]> => {
  using made = mkdtempDisposableSync(join(tmpdir(), 'travel-lint-'))
  const folder = made.path
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['biome.json', 'package.json', 'scripts/no-dates-of-locale-text.grit'])
    symlinkSync(join(root, name), join(folder, name))
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
}

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
  'lib/locale-date.ts': "export const day = new Date(new Intl.DateTimeFormat('de').format(0))\n",
  'lib/locale-tag.ts': "export const day = new Date(0).toLocaleDateString('en-CA')\n",
}

describe('lint', () => {
  let found = new Map<string, string[]>()
  beforeAll(() => {
    found = lint({ ...cycle, ...typeCycle, ...careless })
  })
  afterAll(() => found.clear())

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
    ['lib/locale-date.ts', 'plugin'],
    ['lib/locale-tag.ts', 'plugin'],
  ])('reports in %s: %s', (file, rule) => {
    expect(found.get(file)).toContain(rule)
  })
})
