import { expect, test } from 'vitest'
import { agentServices, testKey } from '../testing/agent-services.ts'
import { mcpWorld } from '../testing/mcp-world.ts'
import { agentCaller, echoSkill, type ToolWorld, toolWorld } from '../testing/tool-world.ts'
import { createMcpRoute } from './mcp-route.ts'

const protocolVersion = '2025-03-26'
const handshake = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
}
const sayCall = (id: number) => {
  const params = { name: 'say', arguments: { text: `Call ${id}` } }
  return { jsonrpc: '2.0', id, method: 'tools/call', params }
}

/** Sends a batch of requests in one HTTP request, with a key whose limit leaves room for three. Returns the answers. */
async function sendBatch(world: ToolWorld, requests: readonly object[]) {
  // One for the handshake, and three for the batch.
  const { services, defineRouteWith } = agentServices(agentCaller(), { agentKey: { points: 4, durationS: 60 } })
  await using mcp = mcpWorld(world, services)
  const route = createMcpRoute(defineRouteWith({ mcp: mcp.door }))
  const send = (body: unknown, session?: string) => {
    const headers = new Headers({
      host: 'localhost',
      authorization: `Bearer ${testKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': protocolVersion }),
    })
    const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
    return route(request)
  }
  const begun = await send(handshake)
  await begun.text()
  const answered = await send(requests, begun.headers.get('mcp-session-id') ?? '')
  return [...(await answered.text()).matchAll(/^data: (\{.*)$/gm)].map(([, text = '']) => JSON.parse(text))
}

test('a stream of notifications ends once its key is revoked', async () => {
  const ends: (() => void)[] = []
  const keys = { watch: (_: string, end: () => void) => ({ [Symbol.dispose]() {}, at: ends.push(end) }) }
  await using mcp = mcpWorld(toolWorld([echoSkill]), { keys })
  const caller = agentCaller('all', { id: `agent_${'a'.repeat(22)}` })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const url = 'http://localhost/mcp'
  const begun = await mcp.door.fetch(
    new Request(url, { method: 'POST', headers, body: JSON.stringify(handshake) }),
    caller,
  )
  await begun.text()
  const session = {
    'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': protocolVersion,
  }
  const stream = await mcp.door.fetch(new Request(url, { headers: { ...headers, ...session } }), caller)
  expect(stream.status).toBe(200)
  const ended = stream.text()
  for (const end of ends.slice(-1)) end()
  await ended
})

test('each call in a batch counts against the limit of the key', async () => {
  const world = toolWorld([echoSkill])
  const answers = await sendBatch(
    world,
    Array.from({ length: 10 }, (_, n) => sayCall(n + 1)),
  )
  expect(answers).toHaveLength(10)
  const refused = answers.filter(({ result }) => result.isError)
  expect(refused).toHaveLength(7)
  for (const { result } of refused) expect(result.structuredContent.error).toMatchObject({ code: 'RATE_LIMITED' })
  expect(world.runs).toHaveLength(3)
})

test.each([
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/read', { uri: 'skill://echo/SKILL.md' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'echo' }],
])('each %s in a batch counts against the limit of the key', async (method, params) => {
  const requests = Array.from({ length: 10 }, (_, n) => ({ jsonrpc: '2.0', id: n + 1, method, params }))
  const answers = await sendBatch(toolWorld([echoSkill]), requests)
  expect(answers).toHaveLength(10)
  const refused = answers.filter(({ error }) => error?.code === -32000)
  expect(refused).toHaveLength(7)
  for (const { error } of refused) {
    expect(error.message).toMatch(/Too many requests. Try again in \d+ s/)
    expect(error.data).toMatchObject({ code: 'RATE_LIMITED', retry_after_ms: expect.any(Number) })
  }
})
