import { foreignFormText } from '#lib/platform/model/foreign-form.ts'
import { ndjsonGzipType } from '#runner/contract/ndjson-type.ts'
import { sendRaw } from '../support/raw-http.ts'
import { newSearch, streamPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const takes = {
  // The server calls this route itself, in front of Next.
  '/api/search/flights': 'GET, HEAD, OPTIONS, POST',
  '/api/skills/invoke': 'OPTIONS, POST',
  '/api/auth/session': 'GET, HEAD, OPTIONS, POST',
}

test('a route answers an unsupported method with 405 and its allowed methods', async ({ request }) => {
  for (const [path, allow] of Object.entries(takes)) {
    const answer = await request.delete(path)
    expect([answer.status(), answer.headers().allow]).toEqual([405, allow])
    expect(await answer.json()).toEqual({
      error: {
        code: 'METHOD_NOT_ALLOWED',
        fault: 'caller',
        remedy: 'Use one of the methods in the header Allow.',
        message: `This address accepts only ${allow}.`,
      },
    })
    expect((await request.fetch(path, { method: 'OPTIONS' })).headers().allow).toBe(allow)
  }
})

test('an unknown path under /api is NOT_FOUND as JSON, not an HTML page', async ({ request }) => {
  const answer = await request.get('/api/nothing/here')
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('an unknown path beside the routes of agents is NOT_FOUND as JSON, not an HTML page', async ({ request }) => {
  for (const path of [
    '/executions',
    '/executions/exec_x/result',
    '/profiles/ark_x/hosts/a',
    '/mcp/x',
    '/.well-known/x',
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.json(), path).toMatchObject({ error: { code: 'NOT_FOUND', remedy: expect.any(String) } })
  }
})

test('an unknown action of the sign-in route is NOT_FOUND, not an internal error', async ({ request }) => {
  for (const path of ['/api/auth/nothing', '/api/auth/callback/guest']) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
})

test('an undecodable path is NOT_FOUND', async ({ request }) => {
  for (const path of ['/api/%', '/api/%ff', '/api/places/%', '/api/%E0%A4']) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
  expect((await request.get('/%')).status()).toBe(404)
})

test('input that next-auth cannot parse is a client error', async ({ request }) => {
  const headers = { 'content-type': 'application/json' }
  for (const answer of [
    await request.post('/api/auth/session', { data: Buffer.from('garbage'), headers }),
    await request.get('/api/auth/csrf?callbackUrl=http://['),
    await request.get('/api/auth/error?error=%00', { maxRedirects: 0 }),
  ]) {
    expect([answer.url(), answer.status()]).toEqual([answer.url(), 400])
    expect(await answer.json()).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  }
})

test('a method that no path supports gets 405 with the supported methods, on pages too', async ({ appUrl }) => {
  for (const start of ['TRACE / ', 'TRACE /api/places?q=sea ', 'PROPFIND / ', 'QUERY /sign-in ', 'CONNECT a:443 ']) {
    const { statuses, text } = await sendRaw(appUrl, `${start}HTTP/1.1\r\nHost: a:443\r\nConnection: close\r\n\r\n`)
    expect([start, statuses]).toEqual([start, [405]])
    expect(text).toContain('"code":"METHOD_NOT_ALLOWED"')
    expect(text.toLowerCase()).toContain('\r\nallow: get, head, options, post, put, patch, delete\r\n')
  }
  const none = await sendRaw(appUrl, 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(none.statuses).toEqual([400])
  expect(none.text).toContain('"code":"INVALID_INPUT"')
})

test('a protocol upgrade request is answered as plain HTTP', async ({ request }) => {
  const answer = await request.get('/health', { headers: { connection: 'upgrade', upgrade: 'websocket' } })
  expect(answer.status()).toBe(200)
})

test('__proto__ in a query is rejected as an unknown name', async ({ guestRequest }) => {
  for (const path of [`${streamPath(newSearch())}&__proto__=1`, '/api/places?q=sea&__proto__=1']) {
    const answer = await guestRequest.get(path)
    expect(answer.status()).toBe(400)
    expect((await answer.json()).error.message).toContain('__proto__: is not a known parameter')
  }
})

test('a repeated query parameter is rejected by name', async ({ guestRequest }) => {
  const answer = await guestRequest.get(`${streamPath(newSearch({ adults: '2' }))}&adults=3`)
  expect(answer.status()).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { details: { adults: 'cannot be given more than once' } } })
})

test('gzip is not sent to a client that gives it weight 0', async ({ guestRequest }) => {
  const search = streamPath(newSearch())
  const typeFor = async (accept: string) =>
    (await guestRequest.get(search, { headers: { accept } })).headers()['content-type']
  expect(await typeFor(ndjsonGzipType)).toBe(ndjsonGzipType)
  expect(await typeFor(`${ndjsonGzipType};q=0`)).toContain('application/x-ndjson;')
  expect(await typeFor(`application/x-ndjson, ${ndjsonGzipType};q=0.0`)).toContain('application/x-ndjson;')
})

test.describe('a form post that is not accepted is a client error', () => {
  const pages = ['/', '/hotels', '/sign-in', '/account', '/search/flights', '/credits']

  test('a form of 3 MB is PAYLOAD_TOO_LARGE', async ({ request }) => {
    const file = { name: 'a', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3_000_000) }
    for (const page of pages) {
      const answer = await request.post(page, { multipart: { file } })
      expect([page, answer.status()]).toEqual([page, 413])
      expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
    }
  })

  test('garbage is INVALID_INPUT, and a form from another origin is refused in plain words', async ({ request }) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const garbage = await request.post('/sign-in', { data: 'garbage', headers: type })
    expect([garbage.status(), (await garbage.json()).error.code]).toEqual([400, 'INVALID_INPUT'])
    const headers = { origin: 'https://evil.example' }
    const foreign = await request.post('/sign-in', { multipart: { a: 'b' }, headers })
    expect([foreign.status(), await foreign.text()]).toEqual([403, foreignFormText])
  })
})

test('each response has its own CSP nonce, and a page runs no inline script without it', async ({ request }) => {
  const nonces: string[] = []
  for (const path of ['/', '/', '/search/hotels', '/credits', '/nothing', '/api/places?q=a', '/icon.svg']) {
    const answer = await request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    const nonce = /script-src 'self' 'nonce-([^']+)';/.exec(policy)?.[1] ?? ''
    expect([path, nonce]).toEqual([path, expect.stringMatching(/^.{20,}$/)])
    nonces.push(nonce)
    if (!answer.headers()['content-type']?.startsWith('text/html')) continue
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(5)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
  }
  expect(new Set(nonces).size).toBe(nonces.length)
})
