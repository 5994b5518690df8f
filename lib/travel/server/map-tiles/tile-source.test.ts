import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePmtiles } from './testing/make-pmtiles.ts'
import { createTileSource } from './tile-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'map-tiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

function sourceOf(content: Uint8Array | string, attribution?: string) {
  const path = join(folder, 'area.pmtiles')
  writeFileSync(path, content)
  const errors: string[] = []
  return {
    errors,
    source: createTileSource({ kind: 'file', path, attribution }, { error: (text) => errors.push(text) }),
  }
}

test('a PMTiles file gives its tiles, its closest zoom and the text of its attribution', async () => {
  const { source } = sourceOf(makePmtiles('<a href="https://example.com">&copy; Example</a>'))
  expect(await source.forPages()).toEqual({
    url: '/api/map-tiles/{z}/{x}/{y}',
    attribution: '© Example',
    maxZoom: 0,
  })
  expect(Buffer.from((await source.tile(0, 0, 0)) ?? []).toString()).toContain('earth')
  expect(await source.tile(1, 0, 0)).toBeUndefined()
})

test('the operator’s attribution precedes that of the file', async () => {
  expect(await sourceOf(makePmtiles('© Example'), '© Other').source.forPages()).toMatchObject({
    attribution: '© Other',
  })
})

test('without a readable file, maps have no tiles, and the log says so once', async () => {
  const { source, errors } = sourceOf('not tiles')
  expect([await source.forPages(), await source.tile(0, 0, 0)]).toEqual([undefined, undefined])
  expect(errors).toHaveLength(1)
})
