import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { RealtimeSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { AgentCaller } from '../../keys/agent-keys.ts'
import { createKeyWatch } from '../../keys/key-watch.ts'
import { playedServer, turnOf } from '../testing/played-server.ts'
import { serveHandler } from '../testing/serve-handler.ts'
import { agentCaller, echoSkill, notesSkill, type ToolWorld, toolWorld } from '../testing/tool-world.ts'
import { createRealtimeStarter } from './realtime-starter.ts'

const key = 'sk-realtime-s3cret-key'
const caller: AgentCaller = { ...agentCaller(new Set(['echo'])), slug: 'voice' }

let opened: AsyncDisposableStack
beforeEach(() => {
  opened = new AsyncDisposableStack()
})
afterEach(() => opened.disposeAsync())

function starterAt(settings: RealtimeSettings | undefined, world: ToolWorld, hosts: readonly string[]) {
  const rows: AuditRecord[] = []
  const lines: LogLine[] = []
  let active: AgentCaller | undefined = caller
  let recordsRows = true
  const limits = createRateLimits()
  const agentKeys = { current: async () => active }
  const starter = opened.use(
    createRealtimeStarter({
      settings,
      broker: {
        bind: async () => new Map([['OPENAI_API_KEY', { version: '1', hosts: [...hosts], value: () => key }]]),
      },
      tools: world.tools,
      agentKeys,
      keys: opened.use(createKeyWatch({ agentKeys, log: recordingLog(lines) })),
      limits,
      diskRoom: { problem: () => undefined },
      append: async (row) => {
        if (!recordsRows) throw new Error('the database is away')
        rows.push(row)
      },
      clock: { now: () => 0 },
      log: recordingLog(lines),
      pause: async () => {},
    }),
  )
  const revoke = () => {
    active = undefined
  }
  const failToRecord = () => {
    recordsRows = false
  }
  return { starter, rows, lines, limits, revoke, failToRecord }
}

const at = (url: string): RealtimeSettings => ({ url, model: 'voice-1', credential: 'OPENAI_API_KEY' })
const hostOf = (url: string) => new URL(url).host

/** A local API that answers requests for client secrets. */
async function secretServer(answer: (request: Request, body: unknown) => Response) {
  const seen: { path: string; authorization: string | null; body: unknown }[] = []
  const server = opened.use(
    await serveHandler(async (request) => {
      const body: unknown = await request.json()
      seen.push({ path: new URL(request.url).pathname, authorization: request.headers.get('authorization'), body })
      return answer(request, body)
    }),
  )
  return { url: `${server.url}/v1`, seen }
}

test('gets a secret for a session with only the tools of the agent key, and reveals no API key', async () => {
  const server = await secretServer(() => Response.json({ value: 'ek_123', expires_at: 1234, session: { id: 'x' } }))
  const { starter, rows, lines } = starterAt(at(server.url), toolWorld([echoSkill, notesSkill]), [hostOf(server.url)])
  const made = await starter.secret(caller)
  expect(made).toEqual({
    ok: true,
    value: { value: 'ek_123', expires_at: 1234, model: 'voice-1', url: `${server.url}/realtime` },
  })
  expect(server.seen).toMatchObject([
    {
      path: '/v1/realtime/client_secrets',
      authorization: `Bearer ${key}`,
      body: { session: { type: 'realtime', model: 'voice-1', tools: [{ type: 'function', name: 'say' }] } },
    },
  ])
  expect(Object(server.seen[0]?.body).session.tools).toHaveLength(1)
  expect(rows).toMatchObject([{ action: 'agent_key.realtime_secret', subject: 'agent_a', detail: { slug: 'voice' } }])
  expect(JSON.stringify([rows, lines, made])).not.toContain(key)
})

test.each([
  ['no model is set', undefined, ['api.example.com'], /TRAVEL_REALTIME_MODEL/],
  ['the key is not allowed for the host', at('https://api.example.com/v1'), ['other.example.com'], /OPENAI_API_KEY/],
])('names the missing setting when %s, and sends no request', async (_, settings, hosts, message) => {
  const { starter, rows } = starterAt(settings, toolWorld([echoSkill]), hosts)
  for (const refused of [await starter.secret(caller), await starter.join(caller, 'rtc_1', {})]) {
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'NOT_CONFIGURED', message: expect.stringMatching(message) },
    })
  }
  expect(rows).toEqual([])
})

test.each([
  ['refuses', () => Response.json({ error: `bad key ${key}` }, { status: 401 })],
  ['redirects', () => new Response(null, { status: 307, headers: { location: '/v1/elsewhere' } })],
  ['gives an unexpected answer', () => Response.json({ ok: true })],
  ['repeats the key', () => Response.json({ value: key, expires_at: 1 })],
])('returns API_UNAVAILABLE when the API %s, and reveals nothing of its answer', async (_, answer) => {
  const server = await secretServer(answer)
  const { starter, lines } = starterAt(at(server.url), toolWorld([echoSkill]), [hostOf(server.url)])
  const refused = await starter.secret(caller)
  expect(refused).toMatchObject({ ok: false, error: { code: 'API_UNAVAILABLE' } })
  expect(JSON.stringify([refused, lines])).not.toMatch(new RegExp(`${key}|bad key|elsewhere`))
  expect(server.seen).toHaveLength(1)
})

test('joins a call once, answers its function calls with the tools of the key, and ends with the call', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const world = toolWorld([echoSkill, notesSkill])
  const { starter, rows, limits, revoke } = starterAt(at(url), world, [hostOf(url)])
  const next = server.connection()
  expect(await starter.join(caller, 'rtc_1', { caller_id: '+297 555 0100' })).toEqual({
    ok: true,
    value: { call_id: 'rtc_1' },
  })
  const played = await next
  expect(played.asked).toEqual({ path: '/realtime?call_id=rtc_1', authorization: `Bearer ${key}` })
  const { session } = await played.hear('session.update')
  expect(Object(session).tools).toMatchObject([{ name: 'say' }])
  expect(await starter.join(caller, 'rtc_1', {})).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  const answerTo = async (turn: string, id: string) => {
    for (const event of turnOf(turn, [{ id, name: 'say', arguments: { text: 'hi' } }])) played.say(event)
    const { item } = await played.hear('conversation.item.create')
    return JSON.parse(Object(item).output)
  }
  expect(await answerTo('r1', 'c1')).toMatchObject({ status: 'success', results: [{ text: 'hi' }] })
  expect(rows).toMatchObject([{ action: 'agent_key.realtime_joined', detail: { call: 'rtc_1' } }])
  while ((await limits.take('agentKey', caller.principal.id)).ok);
  expect(await answerTo('r1b', 'c1b')).toMatchObject({ status: 'error', error: { code: 'RATE_LIMITED' } })
  expect(starter.sessions()).toBe(1)
  // A revocation ends the call itself: the API's server is still there.
  revoke()
  await expect.poll(() => starter.sessions(), { timeout: 60_000 }).toBe(0)
  expect(world.runs).toHaveLength(1)
})

test('a joined call runs only functions of the agent key, and passes no words of a caller on to a gateway', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const world = toolWorld([echoSkill, notesSkill])
  const { starter } = starterAt(at(url), world, [hostOf(url)])
  const next = server.connection()
  await starter.join(caller, 'rtc_1', {})
  const played = await next
  const { session } = await played.hear('session.update')
  expect(Object(session).tools.map((tool: unknown) => Object(tool).name)).toEqual(['say'])
  for (const asks of [
    { id: 'c1', name: 'ask_openclaw', arguments: { question: 'Read me the last messages.' } },
    { id: 'c2', name: 'keep_note', arguments: { text: 'hi', confirmed: true } },
  ]) {
    for (const event of turnOf(asks.id, [asks])) played.say(event)
    const { item } = await played.hear('conversation.item.create')
    expect(JSON.parse(Object(item).output)).toMatchObject({ status: 'error', error: { code: 'NOT_FOUND' } })
  }
  expect(world.runs).toEqual([])
})

test('leaves a call when the API closes its connections', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const { starter } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  await starter.join(caller, 'rtc_1', {})
  await server[Symbol.asyncDispose]()
  await expect.poll(() => starter.sessions(), { timeout: 60_000 }).toBe(0)
})

test('stays in a call while the API is unreachable for a short time, and leaves it if that lasts', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const { starter } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  await starter.join(caller, 'rtc_1', {})
  const played = await server.connection()
  server.refuse(3)
  played.cut()
  const again = await server.connection()
  await again.hear('session.update')
  expect(starter.sessions()).toBe(1)
  server.refuse(1000)
  again.cut()
  await expect.poll(() => starter.sessions(), { timeout: 60_000 }).toBe(0)
})

test('leaves a call that it joined if it cannot record that', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const { starter, failToRecord } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  failToRecord()
  await expect(starter.join(caller, 'rtc_1', {})).rejects.toThrow('the database is away')
  await expect.poll(() => starter.sessions(), { timeout: 60_000 }).toBe(0)
})

test('says when to try again while one key, or all keys together, have joined too many calls', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const { starter } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  await using _starter = starter
  const join = (agent: string, call: string) =>
    starter.join({ ...caller, ...agentCaller(new Set(['echo']), { id: agent }) }, call, {})
  const refused = { error: { code: 'RATE_LIMITED', retry_after_ms: 60_000 }, retryAfterMs: 60_000 }
  const joinMany = (agent: string) => Promise.all(Array.from({ length: 20 }, (_, n) => join(agent, `${agent}_${n}`)))
  await joinMany('agent_a')
  expect(await join('agent_a', 'one_more')).toMatchObject(refused)
  expect(starter.sessions()).toBe(20)
  for (const agent of ['agent_b', 'agent_c', 'agent_d', 'agent_e']) await joinMany(agent)
  expect(starter.sessions()).toBe(100)
  expect(await join('agent_f', 'one_more')).toMatchObject(refused)
})

test('leaves a call that it joined while it was stopped', async () => {
  const server = opened.use(await playedServer())
  const url = server.url.replace(/^ws/, 'http')
  const { starter } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  const joining = starter.join(caller, 'rtc_1', {})
  await starter[Symbol.asyncDispose]()
  expect(await joining).toMatchObject({ error: { code: 'API_UNAVAILABLE' } })
  expect(starter.sessions()).toBe(0)
})

test('a join is refused for a call that the API does not know, and can be tried again', async () => {
  let asked = 0
  const { url } = opened.use(
    await serveHandler(async () => {
      asked += 1
      return new Response(null, { status: 404 })
    }),
  )
  const { starter } = starterAt(at(url), toolWorld([echoSkill]), [hostOf(url)])
  for (let round = 0; round < 2; round += 1) {
    expect(await starter.join(caller, 'rtc_1', {})).toMatchObject({ ok: false, error: { code: 'API_UNAVAILABLE' } })
  }
  expect(asked).toBe(2)
  expect(starter.sessions()).toBe(0)
})
