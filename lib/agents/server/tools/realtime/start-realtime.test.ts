import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { RealtimeSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { createDefineToolRoute } from '../http/define-tool-route.ts'
import { RealtimeStart } from '../http/tool-requests.ts'
import { agentServices, testKey } from '../testing/agent-services.ts'
import { playedServer, turnOf } from '../testing/played-server.ts'
import { serveHandler } from '../testing/serve-handler.ts'
import { agentCaller, echoSkill, notesSkill, toolWorld } from '../testing/tool-world.ts'
import { createRealtimeStarter } from './realtime-starter.ts'
import { startRealtime } from './start-realtime.ts'

// POST /api/agents/{slug}/realtime over HTTP, with a local server in place of the Realtime API.

const apiKey = 'sk-realtime-s3cret-key'
const scoped = agentCaller(new Set(['echo']))

let opened: AsyncDisposableStack
beforeEach(() => {
  opened = new AsyncDisposableStack()
})
afterEach(() => opened.disposeAsync())

/** The route, with these settings for the API. */
async function openRoute(settings: RealtimeSettings | undefined) {
  const world = toolWorld([echoSkill, notesSkill])
  const rows: AuditRecord[] = []
  const hosts = settings === undefined ? [] : [new URL(settings.url).host]
  const { defineRouteWith } = agentServices(scoped)
  const realtime = opened.use(
    createRealtimeStarter({
      settings,
      broker: { bind: async () => new Map([['OPENAI_API_KEY', { version: '1', hosts, value: () => apiKey }]]) },
      tools: world.tools,
      limits: createRateLimits(),
      diskRoom: { problem: () => undefined },
      agentKeys: { current: async () => ({ ...scoped, slug: 'voice' }) },
      keys: { watch: () => ({ [Symbol.dispose]() {} }) },
      append: async (row) => void rows.push(row),
      clock: { now: () => 0 },
      log: recordingLog(),
    }),
  )
  const { defineToolCallRoute } = createDefineToolRoute(defineRouteWith({ realtime }))
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
    const text = await response.text()
    expect(text).not.toContain(apiKey)
    return { status: response.status, headers: response.headers, body: JSON.parse(text) }
  }
  const get = () => fetch(`${server.url}/api/agents/voice/realtime`)
  return { post, get, rows, world }
}

const settingsAt = (url: string): RealtimeSettings => ({ url, model: 'voice-1', credential: 'OPENAI_API_KEY' })

/** An API that returns secrets and records the requests. */
async function secretApi() {
  const asked: unknown[] = []
  const api = opened.use(
    await serveHandler(async (request) => {
      asked.push(await request.json())
      return Response.json({ value: 'ek_123', expires_at: 1234 })
    }),
  )
  return { settings: settingsAt(`${api.url}/v1`), asked }
}

test('returns an uncacheable secret for a session with the tools of the key', async () => {
  const { settings, asked } = await secretApi()
  const { post, rows } = await openRoute(settings)
  const made = await post({})
  expect(made).toMatchObject({ status: 201, body: { value: 'ek_123', expires_at: 1234, model: 'voice-1' } })
  expect(made.headers.get('cache-control')).toBe('no-store')
  expect(asked).toMatchObject([{ session: { tools: [{ name: 'say' }] } }])
  expect(Object(asked[0]).session.tools).toHaveLength(1)
  expect(rows).toMatchObject([{ action: 'agent_key.realtime_secret' }])
})

test('joins a voice call, and runs only the functions that the agent key allows', async () => {
  const api = opened.use(await playedServer())
  const { post, world } = await openRoute(settingsAt(api.url.replace(/^ws/, 'http')))
  const next = api.connection()
  expect(await post({ call_id: 'rtc_1', call: { caller_id: '+297 555 0100' } })).toMatchObject({
    status: 202,
    body: { call_id: 'rtc_1' },
  })
  const played = await next
  const calls = [
    { id: 'c1', name: 'say', arguments: { text: 'hi' } },
    { id: 'c2', name: 'keep_note', arguments: { text: 'hi', confirmed: true } },
  ]
  for (const event of turnOf('r1', calls)) played.say(event)
  const answers: unknown[] = []
  for (const _ of calls) {
    const { item } = await played.hear('conversation.item.create')
    answers.push(JSON.parse(Object(item).output))
  }
  expect(answers).toMatchObject([{ status: 'success' }, { status: 'error', error: { code: 'NOT_FOUND' } }])
  expect(world.runs).toHaveLength(1)
  expect(await post({ call_id: 'rtc_1' })).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } })
})

test.each([
  ['a wrong key', {}, { key: 'agk_wrong' }, 401],
  ['the key of another agent', {}, { slug: 'other' }, 404],
  ['text that is not JSON', '{', {}, 400],
  ['a call id with a path', { call_id: '../v1/models?x=' }, {}, 400],
  ['an unknown field', { model: 'expensive' }, {}, 400],
  ['a URL to connect to', { url: 'wss://evil.example.com' }, {}, 400],
  ['an unknown source', { source: 'root' }, {}, 400],
])('refuses %s, and sends no request to the API', async (_, body, more, status) => {
  const { settings, asked } = await secretApi()
  const { post, rows } = await openRoute(settings)
  expect((await post(body, more)).status).toBe(status)
  expect(asked).toEqual([])
  expect(rows).toEqual([])
})

test('names the setting that an operator must set, and accepts only POST', async () => {
  const { post, get } = await openRoute(undefined)
  expect((await post({})).body).toMatchObject({
    error: { code: 'NOT_CONFIGURED', message: expect.stringContaining('TRAVEL_REALTIME_MODEL') },
  })
  const refused = await get()
  expect(refused.status).toBe(405)
  expect(refused.headers.get('allow')).toBe('OPTIONS, POST')
})
