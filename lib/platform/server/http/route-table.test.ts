import { expect, test } from 'vitest'
import * as z from 'zod'
import { createDefineRoute } from './define-route.ts'
import { createOriginCheck } from './origin.ts'
import { refuse } from './outcome.ts'
import { createRateLimits } from './rate-limit.ts'
import { answerFrom } from './route-table.ts'

const defineRoute = createDefineRoute(() => ({
  authenticate: async () => null,
  admitToken: async () => refuse('FORBIDDEN'),
  requireFreshSignIn: async () => refuse('FORBIDDEN'),
  beginGuest: async () => refuse('FORBIDDEN'),
  checkOrigin: createOriginCheck({ publicUrl: undefined }),
  limits: createRateLimits({ policies: {} }),
  diskRoom: { problem: () => undefined },
  log: { debug() {}, info() {}, warn() {}, error() {} },
}))
const Params = z.record(z.string(), z.string())
const route = (name: string) =>
  defineRoute({ who: 'anyone', limit: 'default', params: Params, handle: ({ params }) => ({ body: { name, params } }) })

const answer = answerFrom(
  {
    'GET people': route('list'),
    'POST people/[id]': route('change'),
    'DELETE people/[id]': route('remove'),
    'POST people/guests': route('guests'),
    'POST people/[id]/keys/[name]': route('key'),
  },
  async () => new Response('unknown', { status: 404 }),
)
const ask = (method: string, path: readonly string[]) =>
  answer(new Request('http://localhost:3000/x', { method }), { params: Promise.resolve({ path: [...path] }) })

test.each([
  ['GET', ['people'], 'list', {}],
  ['POST', ['people', 'user_1'], 'change', { id: 'user_1' }],
  ['DELETE', ['people', 'a/b'], 'remove', { id: 'a/b' }],
  // Like Next: a path without parameters before one with them.
  ['POST', ['people', 'guests'], 'guests', {}],
  ['POST', ['people', 'guests', 'keys', 'one'], 'key', { id: 'guests', name: 'one' }],
])('%s %j calls its route with the parameters of the path', async (method, path, name, params) => {
  expect(await (await ask(method, path)).json()).toEqual({ name, params })
})

test.each([
  ['POST', ['people'], 'GET, HEAD, OPTIONS'],
  ['GET', ['people', 'user_1'], 'OPTIONS, POST, DELETE'],
  ['HEAD', ['people', 'user_1'], 'OPTIONS, POST, DELETE'],
  // DELETE is allowed for other names: `people/[id]`.
  ['DELETE', ['people', 'guests'], 'OPTIONS, POST'],
])('%s %j is refused with the methods of this path', async (method, path, allow) => {
  const response = await ask(method, path)
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
})

test('HEAD takes the route of GET without a body, and OPTIONS answers with the methods', async () => {
  const head = await ask('HEAD', ['people'])
  expect([head.status, await head.text()]).toEqual([200, ''])
  const options = await ask('OPTIONS', ['people'])
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
})

test.each([[[]], [['x']], [['people', 'user_1', 'keys']], [['people', '[id]', 'x']], [['constructor']]])(
  '%j is no path of the table',
  async (path) => {
    expect((await ask('GET', path)).status).toBe(404)
  },
)
