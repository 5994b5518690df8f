import { expect, test } from 'vitest'
import * as z from 'zod'
import { createDefineRoute } from '#lib/platform/server/http/define-route.ts'
import { createOriginCheck } from '#lib/platform/server/http/origin.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { noOperators } from '#lib/platform/server/http/testing/no-operators.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { createDefineToolRoute, SourceField } from './define-tool-route.ts'

const key = `agk_${'a'.repeat(22)}`
const otherKey = `agk_${'b'.repeat(22)}`
const agents = new Map([
  [key, 'voice'],
  [otherKey, 'other'],
])
let problem: string | undefined

function setUp(points = 10) {
  problem = undefined
  const services = {
    agentKeys: {
      authenticate: async (token: string) => {
        const slug = agents.get(token)
        const principal = principalFrom('group', { id: `agent_${slug}`, role: 'agent' })
        return slug === undefined ? undefined : { slug, principal, skills: new Set(['echo']) }
      },
    },
    limits: createRateLimits({ policies: { agentKey: { points, durationS: 60 } } }),
    diskRoom: { problem: () => problem },
    checkOrigin: createOriginCheck({ publicUrl: undefined }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
  const defineRoute = createDefineRoute(() => ({
    ...services,
    ...noOperators,
    authenticate: async () => null,
    beginGuest: async () => {
      throw new Error('no guests here')
    },
  }))
  const { defineToolRoute, defineToolCallRoute } = createDefineToolRoute(defineRoute)
  const schema = z.strictObject(SourceField)
  const handle: Parameters<typeof defineToolRoute<typeof schema>>[0]['handle'] = async ({ caller }) => ({
    body: { source: caller.principal.source, trust: caller.principal.trust },
  })
  const described = { operation: 'call', summary: 'Calls.', answers: {} }
  const { GET } = defineToolRoute({ ...described, query: schema, handle })
  const { POST } = defineToolCallRoute({ ...described, body: schema, handle })
  /** `body`: sent with POST. Absent: sends a GET. */
  return async (authorization: string | undefined, slug = 'voice', query = '', body?: object) => {
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    const request = new Request(`http://localhost/api/agents/${slug}/tools${query}`, sent)
    const response = await (body === undefined ? GET : POST)(request, { params: Promise.resolve({ slug }) })
    return { status: response.status, body: await response.json() }
  }
}

test.each([
  [undefined, 401],
  [`Bearer ${key}x`, 401],
  [`Basic ${key}`, 401],
  [key, 401],
  [`bearer ${key}`, 200],
])('with the Authorization header %s returns %i', async (authorization, status) => {
  expect((await setUp()(authorization)).status).toBe(status)
})

test('tells who sends the id of a profile that functions need an agent key', async () => {
  const { body } = await setUp()(`Bearer ark_${'a'.repeat(22)}`)
  expect(body.error.message).toMatch(/^This is the id of a profile, .* need an agent key, agk_/)
})

test('checks the key before it reads the input', async () => {
  expect(await setUp()('Bearer agk_wrong', 'voice', '?source=root')).toMatchObject({ status: 401 })
})

test('a key gets the same NOT_FOUND for the route of another agent as for that of an unknown agent', async () => {
  const ask = setUp()
  expect(await ask(`Bearer ${otherKey}`, 'other')).toMatchObject({ status: 200 })
  const toOther = await ask(`Bearer ${key}`, 'other')
  expect(toOther).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
  expect(await ask(`Bearer ${key}`, 'unknown')).toEqual(toOther)
})

test('lets the source of a message lower the trust of the key, and never raise it', async () => {
  const ask = setUp()
  const trustFrom = async (source: string) => (await ask(`Bearer ${key}`, 'voice', `?source=${source}`)).body
  expect(await trustFrom('main')).toEqual({ source: 'group', trust: 'llm' })
  expect(await trustFrom('dm-approved')).toEqual({ source: 'group', trust: 'llm' })
  expect(await trustFrom('public')).toEqual({ source: 'public', trust: 'network' })
  expect(await trustFrom('root')).toMatchObject({ error: { code: 'INVALID_INPUT' } })
})

test('a source in the query lowers the trust of a call with a body too, and the lower of two sources applies', async () => {
  const ask = setUp()
  const call = async (query: string, body: object) => (await ask(`Bearer ${key}`, 'voice', query, body)).body
  expect(await call('', {})).toEqual({ source: 'group', trust: 'llm' })
  expect(await call('?source=public', {})).toEqual({ source: 'public', trust: 'network' })
  expect(await call('?source=public', { source: 'main' })).toEqual({ source: 'public', trust: 'network' })
  expect(await call('?source=main', { source: 'public' })).toEqual({ source: 'public', trust: 'network' })
  expect(await call('?source=root', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } })
  expect(await call('?sorce=public', {})).toMatchObject({ error: { code: 'INVALID_INPUT' } })
})

test('limits the calls of each key separately', async () => {
  const ask = setUp(2)
  const statuses = [await ask(`Bearer ${key}`), await ask(`Bearer ${key}`), await ask(`Bearer ${key}`)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  expect(await ask(`Bearer ${otherKey}`, 'other')).toMatchObject({ status: 200 })
})

test('refuses calls while the disk is full', async () => {
  const ask = setUp()
  problem = 'The disk is full.'
  expect(await ask(`Bearer ${key}`)).toMatchObject({ status: 503, body: { error: { code: 'STORAGE_FULL' } } })
})
