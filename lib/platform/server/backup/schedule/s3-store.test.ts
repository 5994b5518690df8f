import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createS3Store } from './s3-store.ts'
import { backupName } from './stores.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-s3-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The four calls of S3 that a backup needs, with two objects in each page of a list. */
async function openServer() {
  const objects = new Map<string, Buffer>()
  const headers: Record<string, unknown>[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1')
    const key = url.pathname.slice('/backups/'.length)
    headers.push({ method: request.method, ...request.headers })
    if (request.method === 'PUT') objects.set(key, await buffer(request))
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') response.end()
    else if (url.searchParams.has('list-type')) response.end(listOf([...objects], url.searchParams))
    else response.end(objects.get(key))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() satisfies AddressInfo | string | null
  const port = typeof address === 'object' ? address?.port : 0
  const store = createS3Store(
    { kind: 's3', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'backups', prefix: 'travel/' },
    { id: 'KEY', secret: 'secret' },
  )
  return { objects, headers, store, [Symbol.dispose]: () => void server.close() }
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

test('a backup is put, listed over several pages, fetched and removed, and other objects are left alone', async () => {
  using server = await openServer()
  const { store, objects } = server
  const names = [1, 2, 3, 4, 5].map((day) => backupName(new Date(Date.UTC(2026, 10, day, 3))))
  for (const name of names) {
    await writeFile(join(folder, name), name.repeat(100))
    await store.put(join(folder, name))
  }
  objects.set('travel/notes.txt', Buffer.from('of the operator'))
  objects.set(`other/${names[0]}`, Buffer.from('of another instance'))
  const [first = '', ...later] = names
  expect((await store.list()).map(({ name }) => name)).toEqual(names.toReversed())
  expect(await text(await store.read(first))).toBe(first.repeat(100))
  await store.remove(first)
  expect([...objects.keys()].sort()).toEqual(
    [`other/${first}`, 'travel/notes.txt', ...later.map((name) => `travel/${name}`)].sort(),
  )
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
