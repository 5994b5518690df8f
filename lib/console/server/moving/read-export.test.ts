import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { sealAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { collect } from '#lib/platform/server/backup/collect.ts'
import { isSmall, readExport } from './read-export.ts'

const passphrase = 'a passphrase of many words'
const head = { kind: 'head', version: 1, made_at: '2026-11-20T00:00:00.000Z', made_on: null, made_by_version: '1' }
const whole = [JSON.stringify({ ...head, unfinished: 0 }), JSON.stringify({ kind: 'end', lines: 1 })]
const bounds = { bytes: 1_000_000, lines: 1000, line: 10_000, smallLine: 5000, values: 500, depth: 20 }

/** What is wrong with an export of these bytes, which its maker encrypted; `read`: nothing. */
async function faultOf(content: Uint8Array): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-export-'))
  try {
    const options = { content: 'export', lock: { passphrase, cost: { ln: 1, r: 1, p: 1 } } } as const
    const file = join(folder, 'one.airlock')
    await writeFile(file, await collect(sealAirlock([content], options)))
    await collect(readExport(file, passphrase, bounds))
    return 'read'
  } catch (cause) {
    return cause instanceof AirlockError ? cause.fault : cause
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
const lines = (...texts: string[]) => gzipSync(texts.map((text) => `${text}\n`).join(''))

test('an export without its end, with a line more or fewer, or with unknown lines is refused', async () => {
  const [first = '', end = ''] = whole
  expect(await faultOf(lines(...whole))).toBe('read')
  for (const wrong of [[first], [end], [first, first, end], [first, end, end], [first, '{}', end], [first, '', end]]) {
    expect(await faultOf(lines(...wrong))).toMatch(/damaged|newer/)
  }
  expect(await faultOf(lines(first.replace('"version":1', '"version":3'), end))).toBe('newer')
  expect(await faultOf(gzipSync(`${first}\n${end}`))).toBe('damaged')
  expect(await faultOf(Buffer.from('not compressed'))).toBe('damaged')
  expect(await faultOf(lines(...whole).subarray(0, -4))).toBe('damaged')
})

test('a small file that expands to a long line, to many lines or to deep JSON is refused before it is parsed', async () => {
  const [first = ''] = whole
  expect(await faultOf(lines(first, `"${'a'.repeat(20_000_000)}"`))).toBe('too_large')
  expect(await faultOf(lines(...Array.from({ length: 20_000 }, () => first)))).toBe('damaged')
  expect(await faultOf(lines(first, `${'['.repeat(5000)}${']'.repeat(5000)}`))).toBe('damaged')
})

test('the depth of a JSON text is measured without parsing it, whatever its texts contain', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, most) => {
      expect(isSmall(text, { depth: most, values: 1000 })).toBe(depthOf(JSON.parse(text)) <= most)
    }),
  )
})
