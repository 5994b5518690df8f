import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExecutionId } from '#runner/contract/ids.ts'
import { boundCallLog, createCallLog } from './call-log.ts'

const of = { execution: ExecutionId.parse(`exec_${'a'.repeat(22)}`), skill: 'notes', call: 'call-1' }

test('writes the entries of a day in order, one line each, to a file that only its owner can read', async () => {
  const root = await mkdtemp(join(tmpdir(), 'travel-call-log-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  const folder = join(root, 'call-log')
  const log = createCallLog(folder, { now: () => Date.UTC(2026, 2, 15, 23, 59) })
  await Promise.all(Array.from({ length: 50 }, (_, n) => log({ n, text: 'two\nlines\r\u2028{"at":"x"}' }, of)))
  const path = join(folder, '2026-03-15.jsonl')
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).entry.n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: '2026-03-15T23:59:00.000Z',
    ...of,
    entry: { n: 0, text: 'two\nlines\r\u2028{"at":"x"}' },
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('begins another file of the day before a file has more than the limit', async () => {
  const root = await mkdtemp(join(tmpdir(), 'travel-call-log-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  const append = (n: number, text: string) => createCallLog(root, { now: () => 0 }, 500)({ n, text }, of)
  for (const n of [0, 1, 2, 3, 4]) await append(n, 'short')
  await append(5, 'long'.repeat(200))
  await append(6, 'short')
  const kept: Record<string, unknown> = {}
  for (const name of await readdir(root)) {
    const lines = (await readFile(join(root, name), 'utf8')).trimEnd().split('\n')
    kept[name] = lines.map((line) => JSON.parse(line).entry.n)
  }
  expect(kept).toEqual({
    '1970-01-01.jsonl': [0, 1, 2],
    '1970-01-01-2.jsonl': [3, 4],
    '1970-01-01-3.jsonl': [5],
    '1970-01-01-4.jsonl': [6],
  })
})

test('a failed write rejects, and later entries are still written', async () => {
  const root = await mkdtemp(join(tmpdir(), 'travel-call-log-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  const folder = join(root, 'call-log')
  await writeFile(folder, 'a file in the way of the folder')
  const log = createCallLog(folder, { now: () => 0 })
  const written = await Promise.allSettled([log({}, of), log({}, of)])
  expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await rm(folder)
  await log({ n: 1 }, of)
  expect(JSON.parse(await readFile(join(folder, '1970-01-01.jsonl'), 'utf8'))).toMatchObject({ entry: { n: 1 } })
})

test('deletes files of old days and the oldest beyond the total, and no other file', async () => {
  const root = await mkdtemp(join(tmpdir(), 'travel-call-log-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
  const names = ['2026-01-01', '2026-03-01', '2026-03-02', '2026-03-02-2', '2026-03-02-10', '2026-03-03']
  for (const name of names) await writeFile(join(root, `${name}.jsonl`), 'x'.repeat(100))
  await writeFile(join(root, 'notes.txt'), 'mine')
  const oldest = new Date(Date.UTC(2026, 2, 1, 12))
  expect(await boundCallLog(root, oldest)).toBe(1)
  expect(await boundCallLog(root, oldest, 300)).toBe(2)
  expect((await readdir(root)).toSorted()).toEqual([
    '2026-03-02-10.jsonl',
    '2026-03-02-2.jsonl',
    '2026-03-03.jsonl',
    'notes.txt',
  ])
  expect(await boundCallLog(join(root, 'none'), oldest)).toBe(0)
})
