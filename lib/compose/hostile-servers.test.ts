import { once } from 'node:events'
import { globalAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { custom, Issuer } from 'openid-client'
import { describe, expect, test, vi } from 'vitest'
import { createLanguageModel } from '#lib/agents/server/llm/create-language-model.ts'
import { openChannel } from '#lib/agents/server/messages/open-channel.ts'
import { createOpenClawGateway } from '#lib/agents/server/messages/openclaw-gateway.ts'
import { openRealtimeSocket } from '#lib/agents/server/tools/realtime/realtime-socket.ts'
import { makeClientSecret } from '#lib/agents/server/tools/realtime/realtime-starter.ts'
import { createCalDavStore } from '#lib/cli/ical-query/caldav-store.ts'
import { loggerOf } from '#lib/platform/server/auth/next-auth-options.ts'
import { createOidcAgent } from '#lib/platform/server/auth/oidc-agent.ts'
import { createS3Store } from '#lib/platform/server/backup/schedule/s3-store.ts'
import { createMailer } from '#lib/platform/server/mail/mailer.ts'
import { createSendPush, vapidKeysOf } from '#lib/travel/server/alerts/push/send-push.ts'
import { createTestBrowser } from '#lib/travel/server/alerts/push/testing/push-service.ts'
import { createConnections } from '#runner/egress/connections.ts'
import { type LogLine, loopbackToo, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { createSigner, makeAuthority } from '#runner/runtimes/container/gateway/instance-ca.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'

// Whatever a configured server answers, a client that carries a credential sends nothing to another server, reads no
// more than its bound, and shows the credential to nobody.

const secret = 's3cret-of-the-operator-0123456789'
const message = { id: 'msg_1', skill: 'send-message', text: 'Late.', urgent: false, notedAt: new Date(0) }

type Asked = {
  readonly url: string
  /** The deadline of the caller. Deadlines of the clients themselves are `AbortSignal.timeout`. */
  readonly late: AbortSignal
  readonly logged: unknown[]
}

/** Each client, which makes one request with the credential. The result is what its caller gets. */
const clients: { readonly [name: string]: (asked: Asked) => Promise<unknown> } = {
  caldav: ({ url }) =>
    createCalDavStore({ url: `${url}/dav`, user: 'me', password: secret }).texts({ fromMs: 0, toMs: 86_400_000 }),
  model: ({ url, late, logged }) =>
    createLanguageModel(
      { url: `${url}/v1`, model: 'small-1', key: secret, credential: undefined },
      { broker: { bind: async () => new Map() }, log: { warn: (...line) => void logged.push(line) } },
    ).predict('What?', { signal: late, timeoutMs: 600_000 }),
  realtime: ({ url }) => makeClientSecret({ url: `${url}/v1`, key: secret, session: {} }),
  'realtime socket': ({ url, late }) =>
    openRealtimeSocket(url.replace('http', 'ws'), { authorization: `Bearer ${secret}` }, late),
  gateway: ({ url, late, logged }) =>
    createOpenClawGateway({ url, token: secret }, { warn: (...line) => void logged.push(line) }).post(
      { tool: 'x' },
      { signal: late, timeoutMs: 600_000 },
    ),
  webhook: ({ url, late }) =>
    openChannel({ kind: 'webhook', url: `${url}/hook`, token: secret }).deliver(message, late),
  telegram: ({ url, late }) =>
    openChannel({ kind: 'telegram', apiUrl: url, botToken: `1:${secret}`, chatId: '1' }).deliver(message, late),
  'backups in S3': ({ url }) => s3StoreAt(url).list(),
  'a backup for S3': ({ url }) => s3StoreAt(url).put(import.meta.filename),
  'a backup in S3': async ({ url }) => {
    const stored = { name: 'travel-2026-11-01T03-00-00.airlock', bytes: 2 }
    let bytes = 0
    for await (const part of await s3StoreAt(url).read(stored)) bytes += part.length
    return bytes
  },
  async push({ url, late }) {
    const limits = { connectTimeoutMs: 60_000, idleTimeoutMs: 60_000, maxHeaderBytes: 16_384, connectionsPerPool: 1 }
    await using connections = createConnections({
      resolve: async () => ['127.0.0.1'],
      addressPolicy: loopbackToo,
      ca: undefined,
      limits,
    })
    const send = createSendPush({
      keys: vapidKeysOf(new Uint8Array(32).fill(5)),
      subject: 'https://travel.example.com',
      moreHosts: ['push.example.com'],
      connections,
      upstreams: { of: () => ({ url, data: 'live' }) },
      nowMs: () => 0,
    })
    // Whoever knows the address of a browser may send to it.
    const to = createTestBrowser().subscription(`https://push.example.com/push/${secret}`)
    return await send({ to, text: 'Late.', topic: 'x', lifetimeS: 60 }, late)
  },
  async oidc({ url, logged }) {
    custom.setHttpOptionsDefaults({ timeout: 60_000, agent: createOidcAgent({ issuer: url, hosts: [] }) })
    try {
      const issuer = new Issuer({ issuer: url, token_endpoint: `${url}/token` })
      const client = new issuer.Client({ client_id: 'travel', client_secret: secret, redirect_uris: [url] })
      return await client.grant({ grant_type: 'authorization_code', code: 'a-code' })
    } catch (cause) {
      const lines: LogLine[] = []
      const settings = { issuer: url, clientId: 'travel', clientSecret: secret, name: 'x', hosts: [] }
      loggerOf(recordingLog(lines), settings).error('OAUTH_CALLBACK_ERROR', { error: cause })
      logged.push(lines)
      return 'failed'
    } finally {
      custom.setHttpOptionsDefaults({ agent: globalAgent })
    }
  },
}

const s3StoreAt = (endpoint: string) =>
  createS3Store({ kind: 's3', endpoint, region: 'us-east-1', bucket: 'backups', prefix: '' }, { id: 'KEY', secret })

type Answer = (response: ServerResponse, other: string, request: IncomingMessage) => unknown
const chunk = Buffer.alloc(64 * 1024, ' ')
/** The server gives up after this much of an endless answer. No client reads so much. */
const endless = 256 * 1024 * 1024
const readAtMost = 64 * 1024 * 1024
const bomb = gzipSync(Buffer.alloc(endless, ' '))

function* chunks(again: Uint8Array) {
  for (let sent = 0; sent < endless; sent += again.length) yield again
}

/** Ends early when the client closes the connection. */
const pour = (to: Writable, again: Uint8Array = chunk) => pipeline(Readable.from(chunks(again)), to).catch(() => {})

const json = { 'content-type': 'application/json' }

/** Bytes in place of an answer, after which the server closes its side. */
const bytes =
  (...parts: readonly (string | Uint8Array)[]): Answer =>
  ({ socket }) =>
    socket?.end(Buffer.concat(parts.map((part) => Buffer.from(part))))

/** The beginning of an answer, and one part of it again and again. */
const endlessly =
  (begin: string, part: string): Answer =>
  ({ socket }) => {
    socket?.write(begin)
    return socket && pour(socket, Buffer.from(part.repeat(Math.ceil(chunk.length / part.length))))
  }

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const body =
  (content: string | Uint8Array, headers: Readonly<Record<string, string>> = json): Answer =>
  (response) =>
    response.writeHead(200, headers).end(content)
const packed = (coding: string, content: Uint8Array) => body(content, { ...json, 'content-encoding': coding })
const redirect =
  (to: (other: string, own: string) => string, status = 302): Answer =>
  (response, other, { headers: { host } }) =>
    response.writeHead(status, { location: to(other, `http://${host}`) }).end()

const answers: { readonly [name: string]: Answer } = {
  'a redirect (301) to another server': redirect((other) => other, 301),
  'a redirect (302) to another server': redirect((other) => other),
  'a redirect (303) to another server': redirect((other) => other, 303),
  'a redirect (307) to another server': redirect((other) => other, 307),
  'a redirect (308) with a body': (response, other) => response.writeHead(308, { location: other }).end('{}'),
  'a redirect without a scheme': redirect((other) => other.replace('http:', '')),
  'a redirect with backslashes': redirect((other) => other.replace('http://', '\\\\')),
  'a redirect whose user looks like the own host': redirect((other, own) =>
    other.replace('://', `://${own.slice(7)}@`),
  ),
  'a redirect to itself, again and again': redirect((_, own) => `${own}/again`, 307),
  'a redirect to a file': redirect(() => 'file:///etc/passwd'),
  'a redirect to data': redirect(() => 'data:application/json,{}'),
  'a redirect to a malformed address': redirect(() => 'http://[::1'),
  'two locations': (response, other) =>
    response
      .writeHead(
        307,
        [
          ['location', `${other}/a`],
          ['location', `${other}/b`],
        ].flat(),
      )
      .end(),
  'headers that name another server': (response, other) =>
    response
      .writeHead(200, { ...json, refresh: `0; url=${other}`, link: `<${other}>; rel=next`, 'content-location': other })
      .end('{}'),
  'headers that name another service': (response, other) =>
    response.writeHead(200, { ...json, 'alt-svc': `h2="${other.slice(7)}"`, 'x-accel-redirect': other }).end('{}'),
  'a page that leads to another server': (response, other) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<meta http-equiv="refresh" content="0; url=${other}"><img src="${other}/x.png">`),
  'XML with addresses of another server': (response, other) =>
    response
      .writeHead(207, { 'content-type': 'application/xml' })
      .end(
        `<!DOCTYPE x [<!ENTITY e SYSTEM "${other}/e">]><d:multistatus xmlns:d="DAV:"><d:response><d:href>${other}/p</d:href><d:propstat><d:prop><d:current-user-principal><d:href>${other}/p</d:href></d:current-user-principal></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`,
      ),
  'XML whose entities grow': body(
    `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`).join('')}]><x>&j;</x>`,
    { 'content-type': 'application/xml' },
  ),
  'XML that is nested deeply': body('<d:a xmlns:d="DAV:">'.repeat(50_000), { 'content-type': 'application/xml' }),
  'a request for the credentials of another realm': (response, other) =>
    response.writeHead(401, { 'www-authenticate': `Basic realm="${other}"`, location: other }).end(),
  'a request for the credentials of a proxy': (response, other) =>
    response.writeHead(407, { 'proxy-authenticate': `Basic realm="${other}"`, location: other }).end(),
  'an endless body': (response) => pour(response.writeHead(200, json)),
  'an endless error': (response) => pour(response.writeHead(500, { 'content-type': 'text/plain' })),
  'a small body that unpacks to a huge one': packed('gzip', bomb),
  'a body that was packed five times': packed(
    'gzip, gzip, gzip, gzip, gzip',
    Array.from({ length: 5 }).reduce<Buffer>((inner) => gzipSync(inner), Buffer.from('{}')),
  ),
  'a body of a thousand codings': packed(Array(1000).fill('gzip').join(), Buffer.from('{}')),
  'a packed body that breaks off': packed('gzip', gzipSync('{"a":"b"}').subarray(0, 12)),
  'a body that is not packed as it says': packed('gzip', Buffer.from('{"a":"b"}')),
  'an unknown coding': packed('rot13', Buffer.from('{}')),
  'a part of a body (206)': (response) =>
    response.writeHead(206, { ...json, 'content-range': 'bytes 0-1/9' }).end('{}'),
  'a picture': body(Buffer.from('89504e470d0a1a0a', 'hex'), { 'content-type': 'image/png' }),
  'a malformed type of content': body('{}', { 'content-type': 'application/json; charset="' }),
  'an unknown charset': body('{}', { 'content-type': 'application/json; charset=x-none' }),
  'text in UTF-16': body(Buffer.from('{"ok":true}', 'utf16le')),
  'invalid UTF-8': body(Buffer.concat([Buffer.from('{"ok":"'), Buffer.from('c328fffe80', 'hex'), Buffer.from('"}')])),
  'lone surrogates': body('{"choices":[{"message":{"content":"\\ud800"}}],"value":"\\udfff","expires_at":1}'),
  'huge numbers': body(`{"ok":true,"value":"x","expires_at":1e999,"a":${'9'.repeat(100_000)},"b":-1e-999}`),
  'JSON that is nested deeply': body(`${'['.repeat(3_000)}${']'.repeat(3_000)}`),
  'names of prototypes': body('{"__proto__":{"ok":true},"constructor":{"prototype":{"ok":true}},"ok":{}}'),
  'the credential itself': (response, _, request) =>
    response
      .writeHead(400, json)
      .end(JSON.stringify({ error: `${request.headers.authorization} ${request.url} ${secret}` })),
  'the credential in its first line and headers': bytes(
    `HTTP/1.1 400 ${secret}\r\nX-A: ${secret}\r\nLocation: ${secret}\r\n\r\n`,
  ),
}

/** What a library for HTTP refuses before its caller gets an answer: so one client of each library is asked. */
const malformed: typeof answers = {
  'an endless header': endlessly(`${head}X-A: `, 'a'),
  'headers without end': endlessly(head, 'X-A: a\r\n'),
  'trailers without end': endlessly(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, 'X-A: a\r\n'),
  'a body that breaks off': (response) => {
    response.writeHead(200, { ...json, 'content-length': 1000 }).write('{"a":')
    response.destroy()
  },
  'fewer bytes than it says': bytes(head, 'Content-Length: 1000\r\n\r\n{}'),
  'more bytes than it says': bytes(head, 'Content-Length: 2\r\n\r\n{}{"a":"b"}HTTP/1.1 200 OK\r\n\r\n'),
  'two lengths': bytes(head, 'Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}'),
  'a length and chunks': bytes(head, 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  'a negative length': bytes(head, 'Content-Length: -1\r\n\r\n{}'),
  'a length beyond all numbers': bytes(head, `Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`),
  'a chunk beyond all numbers': bytes(head, `Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n{}\r\n`),
  'nothing, and a closed connection': bytes(''),
  'only its head, and a closed connection': bytes(head, 'Content-Length: 2\r\n\r\n'),
  'half of its head, and a closed connection': bytes(head),
  'another protocol': bytes('SSH-2.0-OpenSSH_9.2\r\n'),
  'an unknown version of HTTP': bytes('HTTP/9.9 200 OK\r\n\r\n{}'),
  'an unknown status': bytes('HTTP/1.1 999 X\r\nContent-Length: 2\r\n\r\n{}'),
  'another protocol, to which it switches': bytes('HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}'),
  'another protocol, after an interim answer': bytes(
    'HTTP/1.1 103 X\r\n\r\nHTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n{}',
  ),
  'a control character in a header': bytes(head, 'X-A: a\u0001\u0000b\r\nContent-Length: 2\r\n\r\n{}'),
  'no body (204) with a body': bytes('HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\n{}'),
}
const ofEachLibrary = ['realtime', 'realtime socket', 'push', 'oidc']

/** All that the caller and the log get. */
const shownOf = (result: unknown, logged: unknown) =>
  JSON.stringify([result, Object(result).message, Object(result).stack, Object(result).cause, logged])

describe.each(Object.entries(clients))('%s', (name, ask) => {
  const all = ofEachLibrary.includes(name) ? { ...answers, ...malformed } : answers
  test.each(Object.entries(all))('gets %s', async (_title, answer) => {
    const received: string[] = []
    await using other = await openHttpServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('{}')
    })
    const sockets = new Set<Socket>()
    await using server = await openHttpServer((request, response) => {
      request.resume()
      if (response.socket) sockets.add(response.socket)
      void answer(response, other.url, request)
    })
    const logged: unknown[] = []
    const late = new AbortController().signal
    const result = await ask({ url: server.url, late, logged }).catch((cause: unknown) => cause)
    expect(received).toEqual([])
    for (const { bytesWritten } of sockets) expect(bytesWritten).toBeLessThan(readAtMost)
    expect(shownOf(result, logged)).not.toContain(secret)
  })

  test.each([
    ['no answer', ''],
    ['half of a head', head],
    ['a part of a body', `${head}Content-Length: 9\r\n\r\n{`],
    ['a part of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{`],
    ['a part of the trailers', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-A: `],
    ['an interim answer', 'HTTP/1.1 103 X\r\n\r\n'],
    ['interim answers without end', '', 'HTTP/1.1 103 X\r\nLink: </a>\r\n\r\n'],
    ['an endless first line', 'HTTP/1.1 200 ', 'O'],
    ['an endless chunk size', `${head}Transfer-Encoding: chunked\r\n\r\n`, '0'],
    ['an endless extension of a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n1;`, 'a'],
  ])('stops waiting at its deadline, and closes the connection, after %s', async (_title, part, again = '') => {
    const late = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const closed = Promise.withResolvers<void>()
    await using server = await openHttpServer((request, { socket }) => {
      request.resume()
      socket?.once('close', closed.resolve)
      if (socket === null) return
      socket.write(part, () => late.abort(new DOMException('too late', 'TimeoutError')))
      if (again !== '') void pour(socket, Buffer.from(again.repeat(1000)))
    })
    const logged: unknown[] = []
    const result = await ask({ url: server.url, late: late.signal, logged }).catch((cause: unknown) => cause)
    await closed.promise
    expect(shownOf(result, logged)).not.toContain(secret)
  })
})

const stages = ['greeting', 'EHLO', 'AUTH', 'RCPT', 'the mail'] as const
const replies: Readonly<Record<string, string>> = {
  greeting: '220 x ESMTP\r\n',
  EHLO: '250-x\r\n250 AUTH PLAIN\r\n',
  AUTH: '235 in\r\n',
  DATA: '354 go on\r\n',
}

/** A mail server over TLS whose reply at one stage is `hostile`, and a mailer for it with the credential. */
async function openMailServer(stage: (typeof stages)[number], hostile: (socket: Socket) => unknown) {
  const authority = await makeAuthority(Date.now())
  const signer = await createSigner(authority)
  const dates = { fromMs: Date.now(), untilMs: Date.now() + 3_600_000 }
  const { certificatePem: cert, keyPem: key } = await signer.sign('localhost', dates)
  const closed = Promise.withResolvers<number>()
  const server = createTlsServer({ cert, key }, (socket) => {
    const answer = (name: string) => (name === stage ? hostile(socket) : socket.write(replies[name] ?? '250 fine\r\n'))
    let isMail = false
    socket.on('error', () => {})
    socket.on('data', (line) => {
      const command = isMail ? 'the mail' : line.toString().slice(0, 4).trim()
      if (isMail && !line.toString().endsWith('\r\n.\r\n')) return
      isMail = command === 'DATA'
      answer(command)
    })
    socket.once('close', () => closed.resolve(socket.bytesWritten))
    answer('greeting')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `smtps://operator:${secret}@localhost:${port}`
  return {
    mailer: createMailer({ url, from: 'travel@example.com' }, authority.certificatePem),
    /** Resolves with the bytes that the server has sent. */
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

const mail = { to: 'ada@example.com', subject: 'Late', text: 'Late.', date: new Date(0), messageId: '<1@travel.aw>' }

describe.each(stages)('mail, at the stage %s', (stage) => {
  test.each<[string, (socket: Socket) => unknown]>([
    ['an endless line', (socket) => pour(socket, Buffer.alloc(chunk.length, 'a'))],
    ['a reply of endless lines', (socket) => pour(socket, Buffer.from('250-a\r\n'.repeat(10_000)))],
    ['a closed connection', (socket) => socket.end()],
    ['half of a reply', (socket) => socket.end('25')],
    ['a reply without a code', (socket) => socket.end('fine\r\n')],
    ['a code beyond all numbers', (socket) => socket.end(`${'9'.repeat(40)} fine\r\n`)],
    ['invalid UTF-8', (socket) => socket.end(Buffer.from('323530c328fffe800d0a', 'hex'))],
    ['the replies of all stages at once', (socket) => socket.end(`${Object.values(replies).join('')}250 fine\r\n`)],
    ['the credential', (socket) => socket.end(`535 ${secret} ${Buffer.from(secret).toString('base64')}\r\n`)],
  ])('gets %s', async (_title, hostile) => {
    await using server = await openMailServer(stage, hostile)
    const result = await server.mailer.send(mail, new AbortController().signal).catch((cause: unknown) => cause)
    expect(await server.closed).toBeLessThan(readAtMost)
    expect(shownOf(result, [])).not.toContain(secret)
  })

  test('stops waiting at the deadline of the caller, and closes the connection', async () => {
    const late = new AbortController()
    await using server = await openMailServer(stage, (socket) => socket.write('250-', () => late.abort()))
    const result = await server.mailer.send(mail, late.signal).catch((cause: unknown) => cause)
    await server.closed
    expect(shownOf(result, [])).not.toContain(secret)
  })
})
