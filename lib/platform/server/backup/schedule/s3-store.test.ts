import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createS3Store } from './s3-store.ts'
import { backupName } from './stores.ts'
import { openS3Server, s3Key } from './testing/s3-server.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-s3-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What S3 answers to puts and lists, with two objects in each page, and with what it was asked. */
async function openServer() {
  const objects = new Map<string, Buffer>()
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    const key = url.pathname.slice('/backups/'.length)
    headers.push({ method: request.method, ...request.headers })
    if (request.method === 'PUT') objects.set(key, await buffer(request))
    response.end(request.method === 'GET' ? listOf([...objects], url.searchParams) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() satisfies AddressInfo | string | null
  const port = typeof address === 'object' ? address?.port : 0
  const store = createS3Store(
    { kind: 's3', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'backups', prefix: 'travel/' },
    { id: 'KEY', secret: 'secret' },
  )
  return { headers, store, [Symbol.dispose]: () => void server.close() }
}

function listOf(objects: readonly (readonly [string, Buffer])[], query: URLSearchParams): string {
  const from = Number(query.get('continuation-token') ?? 0)
  const found = objects.filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
  const next = from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  const contents = found
    .slice(from, from + 2)
    .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Names of backups of the first days of a month, the oldest first. */
const namesOf = (days: number) =>
  Array.from({ length: days }, (_, day) => backupName(new Date(Date.UTC(2026, 10, 1 + day, 3))))

async function fileOf(name: string): Promise<string> {
  await writeFile(join(folder, name), name.repeat(10_000))
  return join(folder, name)
}

test('a server of S3 takes, lists, returns and removes backups, and other objects are left alone', async () => {
  await using server = await openS3Server()
  const store = createS3Store(server.target, s3Key)
  const other = createS3Store({ ...server.target, prefix: 'other/' }, s3Key)
  expect(await store.list()).toEqual([])
  const [first = '', ...later] = namesOf(3)
  for (const name of [first, ...later]) await store.put(await fileOf(name))
  await other.put(await fileOf(first))
  await store.put(await fileOf('notes.txt'))
  const bytes = first.length * 10_000
  expect(await store.list()).toEqual([first, ...later].toReversed().map((name) => ({ name, bytes })))
  expect(await text(await store.read({ name: first, bytes }))).toBe(first.repeat(10_000))
  await store.remove(first)
  expect((await store.list()).map(({ name }) => name)).toEqual(later.toReversed())
  expect((await text(await store.read({ name: 'notes.txt', bytes: 90_000 }))).length).toBe(90_000)
  expect(await text(await other.read({ name: first, bytes }))).toBe(first.repeat(10_000))
})

test('a server of S3 refuses another secret and another bucket, in its words', async () => {
  await using server = await openS3Server()
  const file = await fileOf(namesOf(1)[0] ?? '')
  const put = (target = server.target, key = s3Key) => createS3Store(target, key).put(file)
  await expect(put(server.target, { ...s3Key, secret: 'another' })).rejects.toThrow(/signature we calculated/)
  await expect(put({ ...server.target, bucket: 'absent' })).rejects.toThrow(/bucket does not exist/)
  expect(await createS3Store(server.target, s3Key).list()).toEqual([])
})

test('backups are listed over several pages', async () => {
  using server = await openServer()
  for (const name of namesOf(5)) await server.store.put(await fileOf(name))
  expect((await server.store.list()).map(({ name }) => name)).toEqual(namesOf(5).toReversed())
})

test('a file is sent as it is, without the checksums that other servers than Amazon’s do not know', async () => {
  using server = await openServer()
  const name = backupName(new Date(0))
  await writeFile(join(folder, name), 'content')
  await server.store.put(join(folder, name))
  const [sent = {}] = server.headers
  expect(sent).toMatchObject({ method: 'PUT', 'content-length': '7' })
  expect(Object.keys(sent).filter((header) => /checksum|trailer|content-encoding/.test(header))).toEqual([])
})
