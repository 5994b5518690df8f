import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LlmSettings } from '#lib/platform/server/env/llm-settings.ts'
import type { CredentialBroker } from '#runner/core/ports.ts'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { createLanguageModel } from './create-language-model.ts'

const key = 'sk-test-s3cret-value-of-the-model'

let opened: AsyncDisposableStack
beforeEach(() => {
  opened = new AsyncDisposableStack()
})
afterEach(() => opened.disposeAsync())

type Received = { path: string; headers: IncomingHttpHeaders; body: unknown }

/** A local model server. `reply` answers each request, or leaves it unanswered. */
async function modelServer(reply: (response: ServerResponse, request: Received) => void) {
  const received: Received[] = []
  const server = await openHttpServer(async (request, response) => {
    const one = { path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) }
    received.push(one)
    reply(response, one)
  })
  const { port } = opened.use(server)
  return { received, url: `http://127.0.0.1:${port}/v1`, host: `127.0.0.1:${port}` }
}

const completion = (content: unknown) => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })

const noCredentials: CredentialBroker = { bind: async () => new Map() }

function modelAt(url: string, settings: Partial<LlmSettings> = {}, broker = noCredentials) {
  const lines: LogLine[] = []
  const all = { url, model: 'small-1', key, credential: undefined, ...settings }
  const model = createLanguageModel(all, { broker, log: recordingLog(lines) })
  const predict = (prompt = 'What?', timeoutMs = 600_000, signal = new AbortController().signal) =>
    model.predict(prompt, { signal, timeoutMs })
  return { predict, lines }
}

test('requests a completion of the prompt from the configured model with its key', async () => {
  const server = await modelServer((response) => response.end(completion('Sunny')))
  expect(await modelAt(server.url).predict('Weather?')).toEqual({ kind: 'text', text: 'Sunny' })
  expect(server.received).toMatchObject([
    {
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: { model: 'small-1', messages: [{ role: 'user', content: 'Weather?' }], stream: false },
    },
  ])
})

test('a server without a key gets no Authorization header', async () => {
  const server = await modelServer((response) => response.end(completion('ok')))
  await modelAt(server.url, { key: undefined }).predict()
  expect(server.received[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['in plain text', (found: string) => found],
  ['in Base64', (found: string) => Buffer.from(found).toString('base64')],
  ['in hex', (found: string) => Buffer.from(found).toString('hex')],
  ['escaped', (found: string) => encodeURIComponent(`a=${found}`)],
  ['in a sentence with hidden characters inside', (found: string) => `the key: ${found.split('').join('\u200b')}!`],
])('removes the key from an answer that repeats it %s', async (_, as) => {
  const server = await modelServer((response, { headers }) => {
    response.end(completion(`Your ${as(headers.authorization?.slice('Bearer '.length) ?? '')} is here`))
  })
  const answer = await modelAt(server.url).predict()
  expect(answer).toMatchObject({ kind: 'text', text: expect.stringContaining('[REDACTED') })
  for (const form of [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')]) {
    expect(JSON.stringify(answer)).not.toContain(form)
  }
})

test('removes hidden characters from an answer', async () => {
  const server = await modelServer((response) => response.end(completion('a\u0000\u202eb\u200bc\n')))
  expect(await modelAt(server.url).predict()).toEqual({ kind: 'text', text: 'abc\n' })
})

test('stops reading an answer of 100 MB at the size limit', async () => {
  const part = Buffer.alloc(64 * 1024, 'x')
  let sent = 0
  const server = await modelServer((response) => {
    const write = () => {
      while (sent < 100 * 1024 * 1024) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  expect(await modelAt(server.url).predict()).toMatchObject({ kind: 'failed', reason: 'too_large' })
  // More than the limit, because the sockets buffer data.
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

test('rejects an answer that is small when compressed and too large when decompressed', async () => {
  const { gzipSync } = await import('node:zlib')
  const packed = gzipSync(completion('x'.repeat(50 * 1024 * 1024)))
  const server = await modelServer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
  expect(await modelAt(server.url).predict()).toMatchObject({ kind: 'failed', reason: 'too_large' })
})

test.each([
  ['HTML with status 200', '<!doctype html><h1>Sign in</h1>'],
  ['no content', ''],
  ['truncated JSON', '{"choices":['],
  ['no choice', '{"choices":[]}'],
  ['an error with status 200', '{"error":{"message":"no"}}'],
  ['a text that is null', completion(null)],
  ['a text that is a list', completion([{ type: 'text', text: 'x' }])],
  ['an empty text', completion('')],
  ['a JSON text instead of an object', '"choices"'],
])('an answer with %s is a failure', async (_, body) => {
  const server = await modelServer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body))
  expect(await modelAt(server.url).predict()).toMatchObject({ kind: 'failed', reason: 'unavailable' })
})

test.each([401, 404, 429, 500])('the status %i is a failure that repeats no text of the server', async (status) => {
  const server = await modelServer((response) => response.writeHead(status).end(`bad key ${key}`))
  const { predict, lines } = modelAt(server.url)
  const answer = await predict()
  expect(answer).toMatchObject({ kind: 'failed', reason: 'unavailable', message: expect.stringContaining(`${status}`) })
  expect(JSON.stringify([answer, lines])).not.toMatch(/s3cret|bad key|127\.0\.0\.1/)
})

test('a redirect is not followed, so the key reaches no other server', async () => {
  const other = await modelServer((response) => response.end(completion('stolen')))
  const server = await modelServer((response) => response.writeHead(307, { location: other.url }).end())
  expect(await modelAt(server.url).predict()).toMatchObject({ kind: 'failed', reason: 'unavailable' })
  expect(other.received).toEqual([])
})

test('a server that does not answer in time is a timeout', async () => {
  const server = await modelServer(() => {})
  expect(await modelAt(server.url).predict('?', 0)).toMatchObject({ kind: 'failed', reason: 'timeout' })
})

test('stops waiting for an unfinished answer when the execution ends', async () => {
  const ended = new AbortController()
  const server = await modelServer((response) => {
    response.write('{"choices":')
    ended.abort()
  })
  const answer = await modelAt(server.url).predict('?', 600_000, ended.signal)
  expect(answer).toMatchObject({ kind: 'failed', reason: 'aborted' })
})

test('an unreachable server is a failure that does not reveal its address', async () => {
  const server = await modelServer(() => {})
  await opened.disposeAsync()
  opened = new AsyncDisposableStack()
  const { predict, lines } = modelAt(server.url)
  const answer = await predict()
  expect(answer).toMatchObject({ kind: 'failed', reason: 'unavailable' })
  expect(JSON.stringify([answer, lines])).not.toContain('127.0.0.1')
})

const brokerOf = (value: string, hosts: readonly string[]): CredentialBroker => ({
  bind: async (_, names) => new Map(names.map((name) => [name, { version: '1', hosts, value: () => value }])),
})

test('uses a stored credential as the key only for the hosts of the credential', async () => {
  const server = await modelServer((response) => response.end(completion('ok')))
  const settings = { key: undefined, credential: 'MODEL_KEY' }
  const allowed = modelAt(server.url, settings, brokerOf('another-key-of-the-model', [server.host]))
  expect(await allowed.predict()).toEqual({ kind: 'text', text: 'ok' })
  expect(server.received[0]?.headers.authorization).toBe('Bearer another-key-of-the-model')
  for (const broker of [
    brokerOf('another-key-of-the-model', ['api.example.com']),
    brokerOf('short', [server.host]),
    brokerOf('a key with\nline breaks', [server.host]),
    noCredentials,
  ]) {
    expect(await modelAt(server.url, settings, broker).predict()).toMatchObject({
      kind: 'failed',
      reason: 'unavailable',
      message: expect.stringContaining('TRAVEL_LLM_URL'),
    })
  }
  expect(server.received).toHaveLength(1)
})
