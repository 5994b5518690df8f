import { request } from 'node:http'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { clientAddressHeader, clientKeyOf } from '../http/client-address.ts'
import { stampEveryRequest } from '../http/stamp-requests.ts'
import { tunnelHeader, tunnelOf } from '../http/tunneled.ts'
import { isOpenPath, openTunnelDoor, type TunnelDoor } from './tunnel-door.ts'

const password = 'abcd-efgh'
const host = 'a-b.trycloudflare.com'
const tunnel = { id: 'run1', url: new URL(`https://${host}`) }
const basic = (given: string) => ({ authorization: `Basic ${Buffer.from(`me:${given}`).toString('base64')}` })

type Seen = { readonly url: string | undefined; readonly headers: Headers; readonly body: string }
const seen: Seen[] = []
let app: Awaited<ReturnType<typeof openHttpServer>>
let stamping: Disposable
let door: TunnelDoor

beforeAll(async () => {
  app = await openHttpServer(async (asked, response) => {
    const headers = new Headers(Object.entries(asked.headers).map(([name, value]) => [name, String(value)]))
    seen.push({ url: asked.url, headers, body: await text(asked) })
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end('app')
  })
  stamping = stampEveryRequest(app.port, { hops: 0 })
  door = await openDoor()
  door.admit(tunnel)
})
afterAll(async () => {
  await door.close()
  stamping[Symbol.dispose]()
  await app[Symbol.asyncDispose]()
})

const openDoor = () => openTunnelDoor({ app: { host: '127.0.0.1', port: app.port }, password })

type Asked = {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

async function ask({ method = 'GET', path = '/', headers = {}, body }: Asked, at = door) {
  const answer = Promise.withResolvers<{
    status: number
    headers: Headers
    cookies: string[] | undefined
    text: string
  }>()
  request(
    { host: '127.0.0.1', port: at.port, method, path, headers: { host, ...headers }, agent: false },
    async (response) => {
      const { statusCode: status = 0, headers: given } = response
      const all = new Headers(Object.entries(given).map(([name, value]) => [name, String(value)]))
      answer.resolve({ status, headers: all, cookies: given['set-cookie'], text: await text(response) })
    },
  )
    .on('error', answer.reject)
    .end(body)
  return answer.promise
}
const lastSeen = () => seen.at(-1)

/** Sends these bytes, then reads the answer until the door has no more to say. */
async function send(bytes: string): Promise<string> {
  const socket = createConnection(door.port, '127.0.0.1')
  const answered = Promise.withResolvers<string>()
  let all = ''
  socket.setEncoding('utf8').on('data', (part) => {
    all += part
    // The whole answer has come, or the door closes.
    if (/\r\n\r\n.*(?:app|\})/s.test(all)) socket.end()
  })
  socket.on('error', answered.reject).on('close', () => answered.resolve(all))
  socket.write(bytes)
  return answered.promise
}

describe('the password', () => {
  it('is asked for, and lets in with any name or in the header for programs', async () => {
    const before = seen.length
    for (const headers of [
      {},
      basic('wrong'),
      { 'x-tunnel-password': 'wrong' },
      { authorization: `Bearer ${password}` },
    ]) {
      const refused = await ask({ headers: { 'x-forwarded-for': '192.0.2.9', ...headers } })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain('Basic')
    }
    expect(seen.length).toBe(before)
    expect((await ask({ headers: basic(password) })).text).toBe('app')
    expect((await ask({ headers: { 'x-tunnel-password': password, authorization: 'Bearer key' } })).text).toBe('app')
    expect(lastSeen()?.headers.get('authorization')).toBe('Bearer key')
  })

  it('never reaches the app', async () => {
    await ask({ headers: basic(password) })
    expect(lastSeen()?.headers.get('authorization')).toBeNull()
    await ask({ headers: { 'x-tunnel-password': password } })
    expect(lastSeen()?.headers.get('x-tunnel-password')).toBeNull()
  })

  it('cannot be guessed: after some failures, an address is refused with the right one too, others are not', async () => {
    const from = (address: string, given: string) => ask({ headers: { 'x-forwarded-for': address, ...basic(given) } })
    for (let guess = 0; guess < 20; guess += 1) expect((await from('192.0.2.1', `${guess}`)).status).toBe(401)
    const refused = await from('192.0.2.1', password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // What a visitor claims stands before what the service of the tunnel appends.
    expect((await from('192.0.2.2, 192.0.2.1', password)).status).toBe(429)
    expect((await from('192.0.2.2', password)).status).toBe(200)
  })
})

describe('the paths without a password', () => {
  it.each([
    '/health',
    '/health?a=1',
    '/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/a-b2/skill.tar.gz',
  ])('%s needs none to read', async (path) => {
    expect((await ask({ path })).status).toBe(200)
    expect(isOpenPath('POST', path)).toBe(false)
  })

  it.each([
    '/',
    '/health/',
    '/Health',
    '/health%2f..',
    '/healthy',
    '//health',
    '/api/health',
    'http://x/health',
    '/.well-known/agent-skills',
    '/.well-known/agent-skills/index.json/x',
    '/.well-known/agent-skills/../skill.tar.gz',
    '/.well-known/agent-skills/%2e%2e/skill.tar.gz',
    '/.well-known/agent-skills/a/b/skill.tar.gz',
    '/.well-known/agent-skills/a/skill.tar.gz/..',
    '/.well-known/agent-skills/index.json\n',
    '/metrics',
    '/skill.md',
    '/openapi.json',
    '/sign-in',
    '/_next/static/x.js',
  ])('%j needs it', (path) => {
    expect(isOpenPath('GET', path)).toBe(false)
  })
})

describe('what is passed on', () => {
  it('belongs to the tunnel and to the visitor, whatever the visitor claims', async () => {
    const claims = {
      [tunnelHeader]: `${'0'.repeat(64)} other https://evil.example`,
      [clientAddressHeader]: '127.0.0.1',
      'x-forwarded-for': '127.0.0.1, 198.51.100.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-real-ip': '127.0.0.1',
    }
    await ask({ headers: { ...claims, ...basic(password) } })
    const headers = lastSeen()?.headers ?? new Headers()
    expect(tunnelOf(headers)).toEqual(tunnel)
    expect(clientKeyOf(headers)).toBe('198.51.100.7')
    expect([headers.get('host'), headers.get('x-forwarded-host'), headers.get('x-forwarded-proto')]).toEqual([
      host,
      host,
      'https',
    ])
    expect(headers.get('x-real-ip')).toBeNull()
  })

  it.each([undefined, '127.0.0.1', '::1', 'unknown'])('a visitor at %s is not this machine', async (address) => {
    await ask({ headers: { ...basic(password), ...(address && { 'x-forwarded-for': address }) } })
    expect(clientKeyOf(lastSeen()?.headers ?? new Headers())).toBe('tunnel')
    expect(lastSeen()?.headers.get(clientAddressHeader)).toBeNull()
  })

  it('is one request, also with a body of unknown length to a method that has none', async () => {
    const before = seen.length
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    const headers = { ...basic(password), 'transfer-encoding': 'chunked' }
    expect((await ask({ method: 'DELETE', path: '/x', headers, body: smuggled })).status).toBe(200)
    expect(seen.slice(before).map(({ url, body }) => [url, body])).toEqual([['/x', smuggled]])
  })

  it.each([
    ['Content-Length', '{length}', 'content-length'],
    ['content-length', '{length}', 'close, Content-Length'],
    ['Content-Length', '{length}', 'a ,content-length\t, b'],
    ['Transfer-Encoding', 'chunked', 'transfer-encoding'],
    ['Transfer-Encoding', 'chunked', 'close, Content-Length, Transfer-Encoding, Host'],
    ['Content-Length', '{length}', 'Upgrade, Content-Length\r\nUpgrade: websocket'],
    ['Content-Length', '{length}', 'close\r\nConnection: content-length\r\nKeep-Alive: content-length'],
  ])('keeps the framing of its body if %s: %s comes with Connection: %s', async (name, framing, connection) => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const method of ['GET', 'DELETE', 'OPTIONS', 'POST', 'PUT']) {
      const before = seen.length
      const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
      const head = [
        `${method} /x HTTP/1.1`,
        `Host: ${host}`,
        `Authorization: ${basic(password).authorization}`,
        `${name}: ${framing.replace('{length}', String(smuggled.length))}`,
        `Connection: ${connection}`,
      ].join('\r\n')
      const answered = await send(`${head}\r\n\r\n${framing === 'chunked' ? chunked : smuggled}`)
      expect(answered).toMatch(/^HTTP\/1\.1 200 /)
      expect(seen.slice(before).map(({ url, body }) => [url, body])).toEqual([['/x', smuggled]])
      expect(lastSeen()?.headers.get('host')).toBe(host)
    }
  })

  it.each(['gzip, chunked', 'identity', 'chunked, chunked', 'x'])(
    'is refused with the coding %s, which the app would not undo',
    async (coding) => {
      const before = seen.length
      const head = `POST /x HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${basic(password).authorization}`
      expect(await send(`${head}\r\nTransfer-Encoding: ${coding}\r\n\r\n1\r\na\r\n0\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 400 /,
      )
      expect(seen.length).toBe(before)
    },
  )

  it('comes back with every cookie', async () => {
    expect((await ask({ headers: basic(password) })).cookies).toEqual(['a=1', 'b=2'])
  })

  it('is no upgrade', async () => {
    const headers = { ...basic(password), connection: 'Upgrade', upgrade: 'websocket' }
    expect((await ask({ headers })).status).toBe(200)
    expect(lastSeen()?.headers.get('upgrade')).toBeNull()
  })
})

describe('who may come in', () => {
  it('nobody before the tunnel has its address', async () => {
    const closed = await openDoor()
    expect((await ask({ headers: basic(password) }, closed)).status).toBe(403)
    await closed.close()
  })

  it('nobody who names another host, such as a page that had its name rebound', async () => {
    expect((await ask({ headers: { ...basic(password), host: 'evil.example' } })).status).toBe(403)
    expect((await ask({ path: '/health', headers: { host: `127.0.0.1:${door.port}` } })).status).toBe(403)
  })

  it('nobody after it is closed, which ends open requests', async () => {
    const closing = await openDoor()
    closing.admit(tunnel)
    const open = createConnection(closing.port, '127.0.0.1')
    const ended = new Promise((resolve) => open.once('close', resolve))
    await new Promise((resolve) => open.once('connect', resolve))
    open.on('error', () => {}).write('GET / HTTP/1.1\r\n')
    await closing.close()
    await ended
    await expect(ask({ headers: basic(password) }, closing)).rejects.toThrow('ECONNREFUSED')
  })
})
