import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { root } from './steps.ts'

const entries = [
  'components/travel/results/flights/flight-results.tsx',
  'components/travel/results/hotels/hotel-results.tsx',
  'components/travel/search/flights/flight-search-bar.tsx',
  'components/travel/search/hotels/hotel-search-bar.tsx',
  'components/travel/results/visit-provider.tsx',
  'components/account/provider-button.tsx',
]

/** The paths of all modules that the results pages and the button of a provider import before any interaction. */
const firstLoad = new Set<string>()
/** The paths of all modules that the results pages may import, including later imports. */
const bundled: string[] = []

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: 'dist/first-load',
    write: false,
    metafile: true,
    jsx: 'automatic',
    platform: 'browser',
    treeShaking: true,
    external: ['react', 'react-dom', 'next'],
  })
  bundled.push(...Object.keys(metafile.inputs))
  const visit = (path: string) => {
    if (firstLoad.has(path)) return
    firstLoad.add(path)
    const output = metafile.outputs[path]
    for (const { path: next, kind, external } of output?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(next)
    }
  }
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint !== undefined && entries.includes(entryPoint)) visit(path)
  }
  for (const path of [...firstLoad]) {
    for (const [input, { bytesInOutput }] of Object.entries(metafile.outputs[path]?.inputs ?? {})) {
      if (bytesInOutput > 0) firstLoad.add(input)
    }
  }
})

const of = (part: string) => [...firstLoad].filter((path) => path.includes(part))

test.each([
  'node_modules/zod/',
  'node_modules/ajv/',
  'node_modules/react-hook-form/',
  'node_modules/react-aria-components/',
  'node_modules/next-auth/',
  'lib/travel/model/generated/recent-search.ts',
  'components/ui/more-icons.ts',
])('the first load of the results pages and of the sign-in at a provider excludes %s', (part) => {
  expect(of(part)).toEqual([])
})

test.each([
  'calendar-panel.tsx',
  'flight-details.tsx',
  'hotel-details.tsx',
  'flight-filters.tsx',
  'hotel-filters.tsx',
  'hotel-map.tsx',
  'map-in-sheet.tsx',
  'ui/popover.tsx',
  'list-failure-notice.tsx',
])('the first load of the results pages excludes %s, which they load later', (part) => {
  expect(bundled.filter((path) => path.endsWith(`/${part}`))).toHaveLength(1)
  expect(of(part)).toEqual([])
})

test('the first load of the results pages includes the list rows', () => {
  expect(of('flight-row.tsx')).toHaveLength(1)
  expect(of('hotel-row.tsx')).toHaveLength(1)
})
