import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clientAddressHeader } from './client-address.ts'
import { limitPage } from './limit-page.ts'
import { createRateLimits } from './rate-limit.ts'
import { stampRequestTarget } from './request-target.ts'

const policies = { page: { points: 2, durationS: 60 }, action: { points: 1, durationS: 60 } }
const get = (url: string, address = '198.51.100.7') => ({
  method: 'GET',
  url,
  headers: { [clientAddressHeader]: address },
})
const post = (headers: Record<string, string>, url = '/sign-in') => ({
  method: 'POST',
  url,
  headers: { [clientAddressHeader]: '198.51.100.7', ...headers },
})
const tooMany = { error: { code: 'RATE_LIMITED' }, retryAfterMs: expect.any(Number) }

it('counts pages and next-auth requests, for each address separately', async () => {
  const limits = createRateLimits({ policies })
  for (const url of ['/', '/api/auth/session']) expect(await limitPage(limits, get(url))).toBeUndefined()
  expect(await limitPage(limits, get('/_next/image?url=x'))).toMatchObject(tooMany)
  expect(await limitPage(limits, get('/', '203.0.113.9'))).toBeUndefined()
})

it('does not count routes, which have their own limits, or build files', async () => {
  const limits = createRateLimits({ policies })
  for (const url of [
    '/api/places?q=a',
    '/health',
    '/health?a',
    '/_next/static/chunks/a.js',
    '/api',
    '/api/authors',
    ...globSync('app/{health,mcp,execute,executions,profiles}/**/route.ts').map((file) =>
      file.replace(/^app|\/route\.ts$/g, '').replace(/\[\w+\]/g, 'x'),
    ),
  ]) {
    for (let times = 0; times < 3; times += 1) expect(await limitPage(limits, get(url))).toBeUndefined()
  }
  for (let times = 0; times < 2; times += 1) await limitPage(limits, get('/apiary'))
  expect(await limitPage(limits, get('/healthy'))).toMatchObject(tooMany)
})

it.each([
  '/mcp/x',
  '/health/x',
  '/execute/x',
  '/executions',
  '/executions/x/y',
  '/profiles/x/y',
  '/profiles/x/keys/y/z',
])('counts %s, where a page answers because no route does', async (url) => {
  const limits = createRateLimits({ policies })
  for (let times = 0; times < 2; times += 1) expect(await limitPage(limits, get(url))).toBeUndefined()
  expect(await limitPage(limits, get(url))).toMatchObject(tooMany)
})

it.each([
  '/api/../sign-in',
  '/api/%2e%2E/sign-in',
  '/health/../sign-in?a=/api/',
  '/_next/static/../../sign-in',
  String.raw`/_next/static\..\..\sign-in`,
  '/api/places/../auth/csrf',
  '/api/%61uth/csrf',
  '/api%2fauth/csrf',
  '/%61pi/places',
  'http://other.example/api/../sign-in',
])('counts %s, which Next may answer with a page or through next-auth', async (url) => {
  const limits = createRateLimits({ policies })
  const asked = get(url)
  stampRequestTarget(asked)
  for (let times = 0; times < 2; times += 1) expect(await limitPage(limits, asked)).toBeUndefined()
  expect(await limitPage(limits, asked)).toMatchObject(tooMany)
})

it('counts a path that cannot be decoded', async () => {
  const limits = createRateLimits({ policies })
  for (let times = 0; times < 2; times += 1) await limitPage(limits, get('/api/%'))
  expect(await limitPage(limits, get('/api/%'))).toMatchObject(tooMany)
})

it.each([{ 'next-action': 'whatever it is' }, { 'content-type': 'multipart/form-data; boundary=x' }])(
  'counts a form with %j under a separate limit, on any path',
  async (headers) => {
    const limits = createRateLimits({ policies })
    expect(await limitPage(limits, post(headers))).toBeUndefined()
    expect(await limitPage(limits, post(headers, '/api/places'))).toMatchObject(tooMany)
    expect(await limitPage(limits, get('/'))).toBeUndefined()
  },
)
