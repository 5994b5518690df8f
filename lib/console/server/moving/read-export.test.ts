import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { sealAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { isSmall, readExport } from './read-export.ts'
import { credentialLine, executionLine } from './testing/lines.ts'
import { UnacceptedLine } from './unaccepted-line.ts'

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
    await writeFile(file, await Array.fromAsync(sealAirlock([content], options)))
    await Array.fromAsync(readExport(file, passphrase, bounds))
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

const scriptOf = (length: number) => {
  const line = { kind: 'script', digest: 'a'.repeat(64), language: 'python', text: '' }
  return JSON.stringify({ ...line, text: 'x'.repeat(length - JSON.stringify(line).length) })
}
const credentialOf = (length: number) => scriptOf(length).replace('"script"', '"credential"').replace(/xxxx/, '')
const endOf = (count: number) => JSON.stringify({ kind: 'end', lines: count })

test('an export has as many lines as its end says, of at most the length of their kind, and no more than the bounds', async () => {
  const [first = ''] = whole
  for (const [count, fault] of [
    [1, 'damaged'],
    [2, 'read'],
    [3, 'damaged'],
  ] as const) {
    expect(await faultOf(lines(first, scriptOf(200), endOf(count)))).toBe(fault)
  }
  expect(await faultOf(lines(first, scriptOf(bounds.line), endOf(2)))).toBe('read')
  expect(await faultOf(lines(first, scriptOf(bounds.line + 1), endOf(2)))).toBe('too_large')
  expect(await faultOf(lines(first, credentialOf(bounds.smallLine), endOf(2)))).toBeInstanceOf(UnacceptedLine)
  expect(await faultOf(lines(first, credentialOf(bounds.smallLine + 1), endOf(2)))).toBe('too_large')
  const many = (count: number) => lines(first, ...Array.from({ length: count - 1 }, () => scriptOf(150)), endOf(count))
  expect(await faultOf(many(bounds.lines))).toBe('read')
  expect(await faultOf(many(bounds.lines + 1))).toBe('too_large')
  const long = (count: number) => Array.from({ length: count }, () => scriptOf(9999))
  const rest = bounds.bytes - 99 * 10_000 - first.length - 1 - endOf(101).length - 1
  expect(await faultOf(lines(first, ...long(99), scriptOf(rest - 1), endOf(101)))).toBe('read')
  expect(await faultOf(lines(first, ...long(99), scriptOf(rest), endOf(101)))).toBe('too_large')
})

test('a line is bounded by the kind that it has once it is parsed, and names what is not accepted', async () => {
  const [first = ''] = whole
  const twice = `{"kind":"script","kind":"credential","name":"A_KEY"}`
  expect(await faultOf(lines(first, twice, endOf(2)))).toBe('damaged')
  expect(await faultOf(lines(first, '{"name":"A_KEY","kind":"credential"}', endOf(2)))).toBe('damaged')
  for (const [line, named] of [
    ['{"kind" : "credential", "name":"A_KEY"}', { kind: 'credential', name: 'A_KEY' }],
    ['{"kind":"credential","name":"no name at all"}', { kind: 'credential', name: '' }],
    ['{"kind":"profile","id":"prof_1"}', { kind: 'profile', name: 'prof_1' }],
  ] as const) {
    expect(await faultOf(lines(first, line, endOf(2)))).toMatchObject({ line: named })
  }
})

test('a text that cannot be stored is named before what its schema refuses, and history that cannot be stored is damaged', async () => {
  const [first = ''] = whole
  const oauth2 = { kind: 'oauth2', token_host: 'a.test', token_path: '/' }
  for (const [more, fields] of [
    [{ use: { ...oauth2, client_id: 'a\0' } }, ['use.client_id']],
    [{ hosts: [] }, ['hosts']],
    [{ description: '\0', hosts: [] }, ['description']],
  ] as const) {
    const fault = await faultOf(lines(first, JSON.stringify(credentialLine(more)), endOf(2)))
    expect(fault instanceof UnacceptedLine && fault.problems.map(([field]) => field)).toEqual(fields)
  }
  const inputOf = (input: unknown) => lines(first, JSON.stringify(executionLine({ execution: { input } })), endOf(2))
  expect(await faultOf(inputOf(Array(300).fill(1)))).toBe('read')
  expect(await faultOf(inputOf(Array(600).fill(1)))).toBe('damaged')
  expect(await faultOf(inputOf({ a: '\0' }))).toBe('damaged')
  const twice = `{"kind":"script",${JSON.stringify(credentialLine()).slice(1)}`
  expect(await faultOf(lines(first, twice, endOf(2)))).toBe('damaged')
  expect(await faultOf(gzipSync(`${whole.join('\n')}\nx`))).toBe('damaged')
  await expect(Array.fromAsync(readExport('/nowhere/one.airlock', passphrase, bounds))).rejects.toMatchObject({
    code: 'ENOENT',
  })
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

test('a list or an object that has ended counts no more for the depth', () => {
  for (const text of ['[[],[],[]]', '[{},{},{}]']) expect(isSmall(text, { depth: 2, values: 100 })).toBe(true)
})

test('the values of a JSON text are counted without parsing it, and a text has no more than are counted', () => {
  const countOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + countOf(inner), 1)
      : 1
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const count = countOf(JSON.parse(text))
      expect(isSmall(text, { depth: 100, values: count - 1 })).toBe(false)
      expect(isSmall(text, { depth: 100, values: 2 * count })).toBe(true)
    }),
  )
})
