import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { requireNarrowTraces } from './narrow-traces.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-traces-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const list = (path: string, ...files: string[]) => {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'route.js.nft.json'), JSON.stringify({ version: 1, files }))
}

test('a build fails if the bundler follows a file access of one route through the whole project', () => {
  list('app/health', '../../../../lib/places/table.json', '../../../../node_modules/pg/CONTRIBUTING.md')
  expect(() => requireNarrowTraces(folder)).not.toThrow()
  list('app/search', '../../../../lib/places/table.json', '../../../../CONTRIBUTING.md')
  expect(() => requireNarrowTraces(folder)).toThrow(/app\/search\/route\.js\.nft\.json.*turbopackIgnore/)
})
