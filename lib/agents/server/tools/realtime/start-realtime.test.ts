import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDefineToolRoute } from '../http/define-tool-route.ts'
import { RealtimeStart } from '../http/tool-requests.ts'
import { agentServices, testKey } from '../testing/agent-services.ts'
import { serveHandler } from '../testing/serve-handler.ts'
import { agentCaller } from '../testing/tool-world.ts'
import { startRealtime } from './start-realtime.ts'

// POST /api/agents/{slug}/realtime over HTTP, with answers of the starter.

let opened: AsyncDisposableStack
beforeEach(() => {
  opened = new AsyncDisposableStack()
})
afterEach(() => opened.disposeAsync())

async function openRoute() {
  const asked: unknown[] = []
  const secret = { value: 'ek_123', expires_at: 1234, model: 'voice-1', url: 'https://api.example.com/v1/realtime' }
  const realtime = {
    secret: async ({ principal: { id } }: { readonly principal: { readonly id: string } }) => {
      asked.push(id)
      return { ok: true, value: secret } as const
    },
    join: async (
      { principal: { id } }: { readonly principal: { readonly id: string } },
      call: string,
      told: unknown,
    ) => {
      asked.push([id, call, told])
      return { ok: true, value: { call_id: call } } as const
    },
  }
  const { defineToolCallRoute } = createDefineToolRoute(
    agentServices(agentCaller(new Set(['echo']))).defineRouteWith({ realtime }),
  )
  const { POST, GET } = defineToolCallRoute({
    operation: 'start',
    summary: 'Starts.',
    answers: {},
    body: RealtimeStart,
    handle: startRealtime,
  })
  const server = opened.use(
    await serveHandler((request) => {
      const slug = new URL(request.url).pathname.split('/')[3] ?? ''
      return (request.method === 'POST' ? POST : GET)(request, { params: Promise.resolve({ slug }) })
    }),
  )
  const post = async (body: unknown, { key = testKey, slug = 'voice' } = {}) => {
    const response = await fetch(`${server.url}/api/agents/${slug}/realtime`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const get = () => fetch(`${server.url}/api/agents/voice/realtime`)
  return { post, get, asked, secret }
}

test('returns an uncacheable secret for a session of the key, or joins a call, and accepts only POST', async () => {
  const { post, get, asked, secret } = await openRoute()
  const made = await post({})
  expect(made).toMatchObject({ status: 201, body: secret })
  expect(made.headers.get('cache-control')).toBe('no-store')
  const call = { caller_id: '+297 555 0100' }
  expect(await post({ call_id: 'rtc_1', call })).toMatchObject({ status: 202, body: { call_id: 'rtc_1' } })
  expect(asked).toEqual(['agent_a', ['agent_a', 'rtc_1', call]])
  const refused = await get()
  expect(refused.status).toBe(405)
  expect(refused.headers.get('allow')).toBe('OPTIONS, POST')
})

test.each([
  ['a wrong key', {}, { key: 'agk_wrong' }, 401],
  ['the key of another agent', {}, { slug: 'other' }, 404],
  ['text that is not JSON', '{', {}, 400],
  ['a call id with a path', { call_id: '../v1/models?x=' }, {}, 400],
  ['an unknown field', { model: 'expensive' }, {}, 400],
  ['a URL to connect to', { url: 'wss://evil.example.com' }, {}, 400],
  ['an unknown source', { source: 'root' }, {}, 400],
])('refuses %s, and starts nothing', async (_, body, more, status) => {
  const { post, asked } = await openRoute()
  expect((await post(body, more)).status).toBe(status)
  expect(asked).toEqual([])
})
