import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBrotli } from './send-brotli.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-static-'))
let server: Server
let port: number
let sending: Disposable

beforeAll(async () => {
  for (const name of ['a.js', 'a.js.br', 'b.css', 'b.css.br', 'plain.js', 'c.woff2.br'])
    writeFileSync(join(folder, name), '')
  server = createServer((request, response) => {
    const { status, head } = Object(request.headers)
    if (status === undefined) response.end(request.url)
    else if (head === undefined) response.writeHead(Number(status), { 'content-type': 'application/json' }).end('{}')
    else {
      response.statusCode = Number(status)
      response.end('refused')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = (typeof address === 'object' && address?.port) || 0
  sending = sendBrotli(port, folder)
})

afterAll(() => {
  sending[Symbol.dispose]()
  server.close()
  rmSync(folder, { recursive: true })
})

/** The path that the server received, and the headers of its response. */
const ask = (path: string, encodings?: string, method = 'GET', wanted: Record<string, string> = {}) =>
  new Promise<{ asked: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const headers = encodings === undefined ? wanted : { 'accept-encoding': encodings, ...wanted }
    httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let asked = ''
      response.on('data', (chunk) => (asked += chunk)).on('end', () => resolve({ asked, headers: response.headers }))
    })
      .on('error', reject)
      .end()
  })

test.each(['br', 'gzip, deflate, br, zstd', 'gzip,br;q=0.5', 'BR;q=1.0'])(
  'sends brotli with accept-encoding %s',
  async (takes) => {
    const { asked, headers } = await ask('/_next/static/a.js?v=1', takes)
    expect(asked).toBe('/_next/static/a.js.br?v=1')
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=UTF-8',
      vary: 'Accept-Encoding',
    })
    expect((await ask('/_next/static/b.css', takes)).headers['content-type']).toBe('text/css; charset=UTF-8')
  },
)

/** A response with this status. The server writes its head first or, if `late`, together with the first bytes. */
const answered = (status: number, head?: 'late') => {
  const wanted = { status: String(status), ...(head === undefined ? {} : { head }) }
  return ask('/_next/static/a.js', 'br', 'GET', wanted)
}

test.each([400, 404, 412, 416, 431, 500, 503])(
  'sends an error response with status %i uncompressed and without the headers of the file',
  async (status) => {
    const { asked, headers } = await answered(status)
    expect(asked).toBe('{}')
    expect(headers).not.toHaveProperty('content-encoding')
    expect(headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept-Encoding' })
    const late = await answered(status, 'late')
    expect(late.asked).toBe('refused')
    expect(late.headers).not.toHaveProperty('content-encoding')
    expect(late.headers).not.toHaveProperty('content-type')
  },
)

test.each([200, 206, 304])('keeps the brotli header on a response with status %i', async (status) => {
  expect((await answered(status, 'late')).headers).toMatchObject({ 'content-encoding': 'br' })
})

test.each([undefined, '', 'gzip, deflate', 'br;q=0', 'gzip, br;q=0.000', 'brx', 'x-br'])(
  'sends the plain file with accept-encoding %s',
  async (takes) => {
    const { asked, headers } = await ask('/_next/static/a.js', takes)
    expect(asked).toBe('/_next/static/a.js')
    expect(headers).not.toHaveProperty('content-encoding')
  },
)

test.each([
  '/_next/static/plain.js',
  '/_next/static/c.woff2',
  '/_next/static/a.js.br',
  '/_next/static/../a.js',
  '/a.js',
  '/',
])('leaves paths without a brotli file unchanged: %s', async (path) => {
  const { asked, headers } = await ask(path, 'br')
  expect(asked).toBe(path)
  expect(headers).not.toHaveProperty('content-encoding')
})

test('does not answer a POST to a script with brotli', async () => {
  expect((await ask('/_next/static/a.js', 'br', 'POST')).asked).toBe('/_next/static/a.js')
})

test('sends no brotli without a build', async () => {
  sending[Symbol.dispose]()
  sending = sendBrotli(port, join(folder, 'absent'))
  expect((await ask('/_next/static/a.js', 'br')).asked).toBe('/_next/static/a.js')
})
