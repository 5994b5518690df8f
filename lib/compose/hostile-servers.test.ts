import { globalAgent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { custom, Issuer } from 'openid-client'
import { describe, expect, test } from 'vitest'
import { createLanguageModel } from '#lib/agents/server/llm/create-language-model.ts'
import { openChannel } from '#lib/agents/server/messages/open-channel.ts'
import { createOpenClawGateway } from '#lib/agents/server/messages/openclaw-gateway.ts'
import { makeClientSecret } from '#lib/agents/server/tools/realtime/client-secret.ts'
import { createCalDavStore } from '#lib/cli/ical-query/caldav-store.ts'
import { loggerOf } from '#lib/platform/server/auth/next-auth-options.ts'
import { createOidcAgent } from '#lib/platform/server/auth/oidc-agent.ts'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'

// Whatever a configured server answers, a client that carries a credential sends nothing to another server, reads no
// more than its bound, and shows the credential to nobody.

const secret = 's3cret-of-the-operator-0123456789'
const never = new AbortController().signal
const message = { id: 'msg_1', text: 'Late.', urgent: false, notedAt: new Date(0) }

/** Each client, which makes one request with the credential. The result is what its caller gets, and what is logged. */
const clients: { readonly [name: string]: (url: string, logged: unknown[]) => Promise<unknown> } = {
  caldav: (url) =>
    createCalDavStore({ url: `${url}/dav`, user: 'me', password: secret }).texts({ fromMs: 0, toMs: 86_400_000 }),
  model: (url, logged) =>
    createLanguageModel(
      { url: `${url}/v1`, model: 'small-1', key: secret, credential: undefined },
      { broker: { bind: async () => new Map() }, log: { warn: (...line) => void logged.push(line) } },
    ).predict('What?', { signal: never, timeoutMs: 600_000 }),
  realtime: (url) => makeClientSecret({ url: `${url}/v1`, key: secret, session: {} }),
  gateway: (url, logged) =>
    createOpenClawGateway({ url, token: secret }, { warn: (...line) => void logged.push(line) }).post(
      { tool: 'x' },
      { signal: never, timeoutMs: 600_000 },
    ),
  webhook: (url) => openChannel({ kind: 'webhook', url: `${url}/hook`, token: secret }).deliver(message, never),
  telegram: (url) =>
    openChannel({ kind: 'telegram', apiUrl: url, botToken: `1:${secret}`, chatId: '1' }).deliver(message, never),
  async oidc(url, logged) {
    custom.setHttpOptionsDefaults({ timeout: 10_000, agent: createOidcAgent({ issuer: url, hosts: [] }) })
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

type Answer = (response: ServerResponse, other: string, request: IncomingMessage) => unknown
const chunk = Buffer.alloc(64 * 1024, ' ')
/** The server gives up after this much of an endless answer. No client reads so much. */
const endless = 256 * 1024 * 1024
const readAtMost = 64 * 1024 * 1024
const bomb = gzipSync(Buffer.alloc(endless, ' '))

function* chunks() {
  for (let sent = 0; sent < endless; sent += chunk.length) yield chunk
}

/** Ends early when the client closes the connection. */
const pour = (response: ServerResponse) => pipeline(Readable.from(chunks()), response).catch(() => {})

const answers: { readonly [name: string]: Answer } = {
  'a redirect (302) to another server': (response, other) => response.writeHead(302, { location: other }).end(),
  'a redirect (307) to another server': (response, other) => response.writeHead(307, { location: other }).end(),
  'a redirect (308) with a body': (response, other) => response.writeHead(308, { location: other }).end('{}'),
  'headers that name another server': (response, other) =>
    response
      .writeHead(200, {
        'content-type': 'application/json',
        refresh: `0; url=${other}`,
        link: `<${other}>; rel=next`,
        'content-location': other,
      })
      .end('{}'),
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
  'a request for the credentials of another realm': (response, other) =>
    response.writeHead(401, { 'www-authenticate': `Basic realm="${other}"`, location: other }).end(),
  'an endless body': (response) => pour(response.writeHead(200, { 'content-type': 'application/json' })),
  'an endless error': (response) => pour(response.writeHead(500, { 'content-type': 'text/plain' })),
  'a small body that unpacks to a huge one': (response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  'a body that breaks off': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"a":')
    response.destroy()
  },
  'the credential itself': (response, _, request) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: `${request.headers.authorization} ${request.url} ${secret}` })),
}

describe.each(Object.entries(clients))('%s', (_, ask) => {
  test.each(Object.entries(answers))('gets %s', async (_title, answer) => {
    const received: string[] = []
    await using other = await openHttpServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('{}')
    })
    let read = 0
    await using server = await openHttpServer((request, response) => {
      request.resume()
      const { socket } = response
      response.once('close', () => {
        read = Math.max(read, socket?.bytesWritten ?? 0)
      })
      void answer(response, other.url, request)
    })
    const logged: unknown[] = []
    const result = await ask(server.url, logged).catch((cause: unknown) => cause)
    expect(received).toEqual([])
    expect(read).toBeLessThan(readAtMost)
    const shown = [result, Object(result).message, Object(result).stack, logged]
    expect(JSON.stringify(shown)).not.toContain(secret)
  })
})
