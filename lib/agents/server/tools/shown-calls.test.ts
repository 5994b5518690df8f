import { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { readingOf, shownOutput } from '../confirmations/plain-facts.ts'
import { startRealtimeSession } from './realtime/realtime-session.ts'
import { openRealtimeSocket } from './realtime/realtime-socket.ts'
import { mcpWorld } from './testing/mcp-world.ts'
import { playedServer, turnOf } from './testing/played-server.ts'
import { agentCaller, type ToolWorld, toolSkill, toolWorld } from './testing/tool-world.ts'

// Through every door, the question shows everything that a yes does, and a yes is for exactly that.

const text = { type: 'string', maxLength: 1000 }
const act = toolSkill({
  name: 'acting',
  effects: ['act'],
  risk_level: 'medium',
  permissions: { messages: true },
  confirmation: { prompt: 'Shall I do it?\nFor: Someone else' },
  input_schema: {
    act: { type: 'object', properties: { message: text, events: {}, price: {}, seats: {}, confirmed: {} } },
  },
})
const caller = agentCaller('all', principalFrom('main', { id: 'agent_a', role: 'agent' }))
const { signal } = new AbortController()
const info = { name: 'test', version: '1.0.0' }

type Given = { readonly [name: string]: unknown }
type Door = (world: ToolWorld, given: Given, language?: string) => Promise<string>

/** Each door, which returns the question as the person gets it. */
const doors: { readonly [name: string]: Door } = {
  async call({ tools }, given, language) {
    const reading = readingOf(language ?? null)
    const answer = await tools.handleSkillCall({ name: 'act', arguments: given, caller, signal, reading })
    return answer.status === 'requires_confirmation' ? answer.confirmation.prompt : answer.status
  },

  /** `POST /api/skills/invoke` */
  async invoke({ invoke }, given, language) {
    const { confirmed, ...params } = given
    const answered = await invoke({
      ...{ skill: 'acting', input: { action: 'act', params }, ...contextOf(caller.principal), signal },
      ...(confirmed === true ? { confirmed } : {}),
    })
    if (answered.kind === 'refused') throw new Error('Expected a question')
    const output = shownOutput(answered, 'Ilse', readingOf(language ?? null))
    return output.status === 'requires_confirmation' ? output.confirmation.prompt : output.status
  },

  async 'mcp without elicitation'(world, given) {
    await using mcp = mcpWorld(world)
    const client = await mcp.connect(new Client(info), caller)
    const { structuredContent } = await client.callTool({ name: 'act', arguments: given })
    return Object(structuredContent).confirmation.prompt
  },

  async 'mcp with elicitation'(world, given) {
    await using mcp = mcpWorld(world)
    const client = new Client(info, { capabilities: { elicitation: { form: {} } } })
    const asked: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return { action: 'decline' }
    })
    await mcp.connect(client, caller)
    await client.callTool({ name: 'act', arguments: given })
    return asked.join()
  },

  async realtime({ tools }, given, language) {
    await using server = await playedServer()
    const next = server.connection()
    await using _session = await startRealtimeSession({
      tools,
      caller,
      reading: readingOf(language ?? null),
      connect: (leaving) => openRealtimeSocket(server.url, {}, leaving),
      log: recordingLog(),
    })
    const played = await next
    for (const event of turnOf('r1', [{ id: 'c1', name: 'act', arguments: given }])) played.say(event)
    const { response } = await played.hear('response.create')
    return JSON.parse(String(Object(response).instructions).replace('Ask the person, in these words: ', ''))
  },
}

const calls: readonly [title: string, given: Given, shown: readonly string[]][] = [
  ['a message', { message: 'I am late.' }, ['Message: “I am late.”']],
  ['a message with hidden characters', { message: 'Pay \u202e\u200b10\u{e0041}' }, ['Message: “Pay 10”']],
  ['a message that forges a fact', { message: 'Late\nPrice: $1.00' }, ['Message: “Late / Price: $1.00”']],
  [
    'an event',
    { events: [{ title: 'Flight', start: '2027-03-15T11:30:00-07:00', location: 'Gate B4\nStart: never' }] },
    [
      'Events:',
      '  Title: Flight',
      '  Start: Mon 15 Mar 2027, 11:30 AM (UTC-07:00)',
      '  Location: Gate B4 / Start: never',
    ],
  ],
  ['a price', { price: { amount: 847, currency: 'USD' }, seats: 2 }, ['Price: $847.00', 'Seats: 2']],
]

describe.each(Object.entries(doors))('through %s', (_, door) => {
  test.each(calls)(
    'the question about %s shows its recipient and each value, one on a line',
    async (_, given, shown) => {
      const lines = (await door(toolWorld([act]), given)).split('\n')
      // The words of the skill are one line, so that they cannot forge a fact.
      expect(lines).toEqual(['Shall I do it? / For: Someone else', 'For: Ilse', ...shown])
    },
  )
})

test.each(calls)('a yes that names the question about %s is refused for other arguments', async (_, given) => {
  const world = toolWorld([act])
  const call = (more: Given) =>
    world.tools.handleSkillCall({ name: 'act', arguments: { ...given, ...more }, caller, signal })
  const asked = await call({})
  const confirmation_id = asked.status === 'requires_confirmation' ? asked.confirmation.id : ''
  const changed = await call({ seats: 9, confirmation_id, confirmed: true })
  expect(changed).toMatchObject({ error: { code: 'CONFLICT', reason: 'question_arguments' } })
  expect(world.runs).toEqual([])
  expect(await call({ confirmation_id, confirmed: true })).toMatchObject({ status: 'success' })
})

test.each(['call', 'invoke', 'realtime'])('through %s, the question is in the language of the client', async (name) => {
  const price = { amount: 847, currency: 'EUR' }
  const question = await doors[name]?.(toolWorld([act]), { message: 'Spät', price, seats: true }, 'de-DE')
  expect(question?.replaceAll('\u00a0', ' ').split('\n').slice(1)).toEqual([
    'Für: Ilse',
    'Nachricht: „Spät“',
    'Price: 847,00 €',
    'Seats: Ja',
  ])
})

test('over MCP, the question and its form are in the language of the request', async () => {
  await using mcp = mcpWorld(toolWorld([act]))
  const client = new Client(info, { capabilities: { elicitation: { form: {} } } })
  const asked: unknown[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params)
    return { action: 'decline' }
  })
  await mcp.connect(client, caller, [], { 'accept-language': 'nl' })
  await client.callTool({ name: 'act', arguments: { message: 'Laat' } })
  expect(asked).toMatchObject([
    {
      message: expect.stringContaining('Voor: Ilse\nBericht: “Laat”'),
      requestedSchema: { properties: { agree: { title: 'Ik ga akkoord' } } },
    },
  ])
})
