import { ndjsonGzipType } from '#runner/contract/stream.ts'
import { newSearch, streamPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const takes = {
  '/api/search/flights': 'GET, HEAD, OPTIONS',
  '/api/search/flights/days': 'GET, HEAD, OPTIONS',
  '/api/search/hotels': 'GET, HEAD, OPTIONS',
  '/api/places': 'GET, HEAD, OPTIONS',
  '/api/skills/invoke': 'OPTIONS, POST',
  '/api/auth/session': 'GET, HEAD, OPTIONS, POST',
  '/health': 'GET, HEAD, OPTIONS',
}

for (const [path, allow] of Object.entries(takes)) {
  test(`${path} says which methods it takes to who tries another`, async ({ request }) => {
    const answer = await request.delete(path)
    expect([answer.status(), answer.headers().allow]).toEqual([405, allow])
    expect(await answer.json()).toEqual({
      error: { code: 'METHOD_NOT_ALLOWED', message: `This address takes only ${allow}.` },
    })
    expect((await request.fetch(path, { method: 'OPTIONS' })).headers().allow).toBe(allow)
  })
}

test('an address under /api that is none is NOT_FOUND, not a page', async ({ request }) => {
  const answer = await request.get('/api/nothing/here')
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('an address of the sign-in route that has no action is NOT_FOUND too, and no error of ours', async ({
  request,
}) => {
  for (const path of ['/api/auth/nothing', '/api/auth/callback/guest']) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
})

test('an address that cannot be decoded is NOT_FOUND', async ({ request }) => {
  for (const path of ['/api/%', '/api/%ff', '/api/places/%', '/api/%E0%A4']) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
  expect((await request.get('/%')).status()).toBe(404)
})

test('what next-auth cannot read is its sender’s mistake', async ({ request }) => {
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

test('a request for another protocol is answered as any other', async ({ request }) => {
  const answer = await request.get('/health', { headers: { connection: 'upgrade', upgrade: 'websocket' } })
  expect(answer.status()).toBe(200)
})

test('a name in a query that an object would lose is unknown like any other', async ({ guestRequest }) => {
  for (const path of [`${streamPath(newSearch())}&__proto__=1`, '/api/places?q=sea&__proto__=1']) {
    const answer = await guestRequest.get(path)
    expect(answer.status()).toBe(400)
    expect((await answer.json()).error.message).toContain('__proto__: is not known here')
  }
})

test('a value that is given twice is told by its name', async ({ guestRequest }) => {
  const answer = await guestRequest.get(`${streamPath(newSearch({ adults: '2' }))}&adults=3`)
  expect(answer.status()).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { details: { adults: 'cannot be given more than once' } } })
})

test('gzip is not sent to who gives it no weight', async ({ guestRequest }) => {
  const search = streamPath(newSearch())
  const typeFor = async (accept: string) =>
    (await guestRequest.get(search, { headers: { accept } })).headers()['content-type']
  expect(await typeFor(ndjsonGzipType)).toBe(ndjsonGzipType)
  expect(await typeFor(`${ndjsonGzipType};q=0`)).toContain('application/x-ndjson;')
  expect(await typeFor(`application/x-ndjson, ${ndjsonGzipType};q=0.0`)).toContain('application/x-ndjson;')
})

test.describe('a form that a page cannot take is the sender’s mistake', () => {
  const pages = ['/', '/hotels', '/sign-in', '/account', '/search/flights', '/credits']

  test('3 MB are PAYLOAD_TOO_LARGE', async ({ request }) => {
    const file = { name: 'a', mimeType: 'application/octet-stream', buffer: Buffer.alloc(3_000_000) }
    for (const page of pages) {
      const answer = await request.post(page, { multipart: { file } })
      expect([page, answer.status()]).toEqual([page, 413])
      expect(await answer.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
    }
  })

  test('garbage is INVALID_INPUT, and a form from elsewhere FORBIDDEN', async ({ request }) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const garbage = await request.post('/sign-in', { data: 'garbage', headers: type })
    expect([garbage.status(), (await garbage.json()).error.code]).toEqual([400, 'INVALID_INPUT'])
    const headers = { origin: 'https://evil.example' }
    const foreign = await request.post('/sign-in', { multipart: { a: 'b' }, headers })
    expect([foreign.status(), (await foreign.json()).error.code]).toEqual([403, 'FORBIDDEN'])
  })
})

test('each answer has a policy with a nonce of its own, and a page runs no inline script without it', async ({
  request,
}) => {
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
