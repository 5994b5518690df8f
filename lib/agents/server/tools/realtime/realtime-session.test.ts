import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { Confirmations } from '#runner/run/confirm.ts'
import { memoryConfirmations } from '#runner/testing/memory-confirmations.ts'
import { type Played, playedServer, turnOf } from '../testing/played-server.ts'
import { agentCaller, echoSkill, notesSkill, type ToolWorld, toolWorld } from '../testing/tool-world.ts'
import { type HostFunction, startRealtimeSession } from './realtime-session.ts'
import { openRealtimeSocket } from './realtime-socket.ts'

async function begin(world: ToolWorld, hostFunctions: HostFunction[] = []) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await playedServer())
  const next = server.connection()
  const session = stack.use(
    await startRealtimeSession({
      tools: world.tools,
      caller: agentCaller(),
      connect: (signal) => openRealtimeSocket(server.url, { authorization: 'Bearer test' }, signal),
      hostFunctions,
      log: recordingLog(),
    }),
  )
  return { server, session, played: await next, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const play = (played: Played, events: ReturnType<typeof turnOf>) => {
  for (const event of events) played.say(event)
}

/** The next output: its call and its content. */
async function output(played: Played) {
  const { item } = await played.hear('conversation.item.create')
  const { call_id, output: text, type } = Object(item)
  return { type, call_id, content: JSON.parse(text) }
}

const say = (id: string, text: string) => ({ id, name: 'say', arguments: { text } })
const keep = (id: string, more: object = {}) => ({ id, name: 'keep_note', arguments: { text: 'milk', ...more } })

test('registers the skills beside the functions of the host, which keep their names', async () => {
  const world = toolWorld([echoSkill])
  const asked: string[] = []
  const host: HostFunction = {
    tool: { name: 'ask_openclaw', description: 'Asks the gateway.', parameters: { type: 'object' } },
    call: async (given) => {
      asked.push(given)
      return { message: 'Hello from the host.' }
    },
  }
  await using begun = await begin(world, [host])
  const { session } = await begun.played.hear('session.update')
  expect(Object(session).tools).toMatchObject([
    { type: 'function', name: 'ask_openclaw' },
    { type: 'function', name: 'say', parameters: { required: ['text'] } },
  ])
  play(begun.played, turnOf('r1', [{ id: 'c1', name: 'ask_openclaw', arguments: { question: 'why' } }]))
  expect(await output(begun.played)).toMatchObject({ call_id: 'c1', content: { message: 'Hello from the host.' } })
  expect(asked).toEqual(['{"question":"why"}'])
})

test('answers two calls of one turn in their order, then requests one new response from the model', async () => {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const world = toolWorld([echoSkill], {
    async reply({ params: { text } }) {
      if (text === 'slow') await first.promise
      else second.resolve()
      return { results: [{ text: text ?? '' }] }
    },
  })
  await using begun = await begin(world)
  play(begun.played, turnOf('r1', [say('c1', 'slow'), say('c2', 'fast')]))
  await second.promise
  first.resolve()
  expect(await output(begun.played)).toMatchObject({
    type: 'function_call_output',
    call_id: 'c1',
    content: { results: [{ text: 'slow' }] },
  })
  expect(await output(begun.played)).toMatchObject({ call_id: 'c2', content: { results: [{ text: 'fast' }] } })
  expect(await begun.played.hear('response.create')).toEqual({ type: 'response.create' })
  play(begun.played, turnOf('r2', [say('c3', 'fast')]))
  await output(begun.played)
  await begun.played.hear('response.create')
  expect(begun.played.seen.filter(({ type }) => type === 'response.create')).toHaveLength(2)
  expect(world.runs).toHaveLength(3)
})

test('has the model ask the person before a skill acts, and acts only on the confirmed retry', async () => {
  const world = toolWorld([notesSkill])
  await using begun = await begin(world)
  play(begun.played, turnOf('r1', [keep('c1')]))
  expect(await output(begun.played)).toMatchObject({ content: { status: 'requires_confirmation' } })
  const { response } = await begun.played.hear('response.create')
  expect(response).toEqual({
    instructions: String.raw`Ask the person, in these words: "Shall I keep this note?\nText: milk"`,
  })
  expect(world.runs).toEqual([])
  play(begun.played, turnOf('question', []))
  begun.played.say({ type: 'input_audio_buffer.speech_started' })
  play(begun.played, turnOf('r2', [keep('c2', { confirmed: true })]))
  expect(await output(begun.played)).toMatchObject({ call_id: 'c2', content: { status: 'success' } })
  expect(await begun.played.hear('response.create')).toEqual({ type: 'response.create' })
  expect(world.runs).toHaveLength(1)
})

test.each<[string, { readonly type: string; readonly [field: string]: unknown }]>([
  ['speaks', { type: 'input_audio_buffer.speech_started' }],
  ['has spoken', { type: 'input_audio_buffer.committed', item_id: 'item_1' }],
  ['writes', { type: 'conversation.item.added', item: { type: 'message', id: 'item_1', role: 'user' } }],
])('`confirmed: true` from the model is accepted only after the person %s', async (_, event) => {
  const world = toolWorld([notesSkill])
  await using begun = await begin(world)
  const asks = { content: { status: 'requires_confirmation' } }
  // The model confirms too early: in the turn whose call needs confirmation, and in the next turn, in which it asks the
  // person.
  play(begun.played, turnOf('r1', [keep('c1'), keep('c2', { confirmed: true })]))
  expect(await output(begun.played)).toMatchObject(asks)
  expect(await output(begun.played)).toMatchObject(asks)
  await begun.played.hear('response.create')
  // The model's own words, and a transcript of earlier speech, are not the person's answer.
  begun.played.say({ type: 'conversation.item.added', item: { type: 'message', id: 'item_0', role: 'assistant' } })
  begun.played.say({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hello' })
  play(begun.played, turnOf('r2', [keep('c3', { confirmed: true })]))
  expect(await output(begun.played)).toMatchObject(asks)
  await begun.played.hear('response.create')
  expect(world.runs).toEqual([])
  play(begun.played, turnOf('question', []))
  begun.played.say(event)
  play(begun.played, turnOf('r3', [keep('c4', { confirmed: true })]))
  expect(await output(begun.played)).toMatchObject({ content: { status: 'success' } })
  expect(world.runs).toHaveLength(1)
})

test.each([
  ['before the person has answered', []],
  ['after the person has answered', [{ type: 'input_audio_buffer.speech_started' }]],
])('a no from the model closes the question, %s', async (_, events) => {
  const confirmations = memoryConfirmations()
  const world = toolWorld([notesSkill], { confirmations })
  await using begun = await begin(world)
  const { played } = begun
  play(played, turnOf('r1', [keep('c1')]))
  const { content } = await output(played)
  await played.hear('response.create')
  play(played, turnOf('question', []))
  play(played, events)
  play(played, turnOf('r2', [keep('c2', { confirmed: false, confirmation_id: content.confirmation.id })]))
  expect(await output(played)).toMatchObject({ content: { error: { reason: 'question_declined' } } })
  expect(confirmations.questions.get(content.confirmation.id)?.answer).toBe('declined')
  expect(world.runs).toEqual([])
})

test('a person who says no, and yes later, is asked once more; a repeated yes gets the result again, and acts once', async () => {
  const confirmations = memoryConfirmations()
  const world = toolWorld([notesSkill], { confirmations, store: confirmations.store })
  await using begun = await begin(world)
  const { played } = begun
  /** A turn with one call, after the person has spoken. No call names its question. */
  const call = async (turn: string, more: object = {}) => {
    played.say({ type: 'input_audio_buffer.speech_started' })
    play(played, turnOf(turn, [keep(turn, more)]))
    const { content } = await output(played)
    await played.hear('response.create')
    play(played, turnOf(`after ${turn}`, []))
    return content
  }
  expect(await call('asks')).toMatchObject({ status: 'requires_confirmation' })
  expect(await call('no', { confirmed: false })).toMatchObject({ error: { reason: 'question_declined' } })
  const again = await call('later yes', { confirmed: true })
  expect(again).toMatchObject({ status: 'requires_confirmation' })
  expect(await call('asks again')).toMatchObject({ confirmation: { id: again.confirmation.id } })
  expect(world.runs).toEqual([])
  const done = await call('yes', { confirmed: true })
  expect(done).toMatchObject({ status: 'success', message: 'Done.' })
  expect(await call('repeated yes', { confirmed: true })).toEqual(done)
  const named = { confirmed: true, confirmation_id: again.confirmation.id }
  expect(await call('repeated yes with the id', named)).toEqual(done)
  expect(world.runs).toHaveLength(1)
})

test('`confirmed: true` cannot use a confirmation before the call that requires it is answered', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const kept = memoryConfirmations()
  let asked = 0
  const confirmations: Confirmations = {
    ...kept,
    // Stores the question, and delays the answer of its call.
    async settle(...given) {
      const settled = await kept.settle(...given)
      if (settled.kind !== 'asks') return settled
      asked += 1
      if (asked > 1) second.resolve()
      first.resolve()
      await second.promise
      return settled
    },
  }
  const world = toolWorld([notesSkill], { confirmations })
  await using begun = await begin(world)
  play(begun.played, turnOf('r1', [keep('c1')]).slice(0, -1))
  await first.promise
  play(begun.played, turnOf('r1', [keep('c2', { confirmed: true })]).slice(1))
  const asks = { content: { status: 'requires_confirmation' } }
  expect(await output(begun.played)).toMatchObject(asks)
  expect(await output(begun.played)).toMatchObject(asks)
  expect(world.runs).toEqual([])
})

test('speech that began before the question was asked is not an answer to it; the next speech is', async () => {
  const release = Promise.withResolvers<void>()
  const kept = memoryConfirmations()
  const confirmations: Confirmations = {
    ...kept,
    async settle(...given) {
      await release.promise
      return kept.settle(...given)
    },
  }
  const world = toolWorld([notesSkill], { confirmations })
  await using begun = await begin(world)
  const { played } = begun
  const asks = { content: { status: 'requires_confirmation' } }
  play(played, turnOf('r1', [keep('c1')]))
  played.say({ type: 'input_audio_buffer.speech_started' })
  // An event with an effect that can be seen, so that the session has read the one before it.
  const other = turnOf('r0', [{ id: 'c0', name: 'no_function', arguments: {} }]).slice(1)
  play(played, other.slice(0, -1))
  await output(played)
  play(played, other.slice(-1))
  release.resolve()
  expect(await output(played)).toMatchObject(asks)
  played.say({ type: 'input_audio_buffer.committed', item_id: 'item_1' })
  played.say({ type: 'conversation.item.added', item: { type: 'message', id: 'item_1', role: 'user' } })
  // The person goes on before the question is asked.
  played.say({ type: 'input_audio_buffer.speech_started' })
  played.say({ type: 'input_audio_buffer.committed', item_id: 'item_2' })
  play(played, turnOf('r2', [keep('c2', { confirmed: true })]))
  expect(await output(played)).toMatchObject(asks)
  await played.hear('response.create')
  play(played, turnOf('question', []))
  // The API adds the item of the earlier speech late.
  played.say({ type: 'conversation.item.added', item: { type: 'message', id: 'item_2', role: 'user' } })
  play(played, turnOf('r2b', [keep('c2b', { confirmed: true })]))
  expect(await output(played)).toMatchObject(asks)
  expect(world.runs).toEqual([])
  await played.hear('response.create')
  play(played, turnOf('question again', []))
  played.say({ type: 'input_audio_buffer.speech_started' })
  played.say({ type: 'input_audio_buffer.committed', item_id: 'item_3' })
  play(played, turnOf('r3', [keep('c3', { confirmed: true })]))
  expect(await output(played)).toMatchObject({ content: { status: 'success' } })
})

test('requests the question to the person again if another turn had begun first', async () => {
  const world = toolWorld([notesSkill])
  await using begun = await begin(world)
  const { played } = begun
  play(played, turnOf('r1', [keep('c1')]))
  const asked = await played.hear('response.create')
  expect(asked).toMatchObject({ response: { instructions: expect.stringContaining('Shall I keep this note?') } })
  const [created, done] = turnOf('r2', [])
  if (!created || !done) throw new Error('a turn has two events')
  played.say(created)
  played.say({ type: 'error', error: { code: 'conversation_already_has_active_response' } })
  played.say(done)
  expect(await played.hear('response.create')).toEqual(asked)
})

test('asks the person the question again with the next turn if the API refused the requested turn', async () => {
  await using begun = await begin(toolWorld([notesSkill]))
  const { played } = begun
  play(played, turnOf('r1', [keep('c1')]))
  const asked = await played.hear('response.create')
  played.say({ type: 'error', error: { code: 'rate_limit_exceeded', event_id: null } })
  play(played, turnOf('r2', []))
  expect(await played.hear('response.create')).toEqual(asked)
})

test('gives each output its own item id, even if long call ids begin alike', async () => {
  const world = toolWorld([echoSkill])
  await using begun = await begin(world)
  const ids = ['1', '2'].map((end) => `call_${'x'.repeat(60)}${end}`)
  play(
    begun.played,
    turnOf(
      'r1',
      ids.map((id) => say(id, 'hi')),
    ),
  )
  const items: unknown[] = []
  for (const _ of ids) items.push(Object((await begun.played.hear('conversation.item.create')).item).id)
  expect(new Set(items).size).toBe(2)
  for (const item of items) expect(item).toMatch(/^out_.{1,28}$/)
})

test('never runs a call that an interruption cut off, and requests no response while the person speaks', async () => {
  const release = Promise.withResolvers<void>()
  const world = toolWorld([echoSkill, notesSkill], {
    async reply({ params }) {
      await release.promise
      return { results: [params] }
    },
  })
  await using begun = await begin(world)
  const { played } = begun
  const half = { type: 'function_call', id: 'item_c2', call_id: 'c2', name: 'say', arguments: '{"text":"ha' }
  const whole = turnOf('r1', [say('c1', 'whole')]).slice(0, -1)
  play(played, [
    ...whole,
    { type: 'response.output_item.added', response_id: 'r1', item: { ...half, status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', response_id: 'r1', item_id: 'item_c2', delta: '{"text":"ha' },
    { type: 'input_audio_buffer.speech_started' },
    { type: 'response.output_item.done', response_id: 'r1', item: { ...half, status: 'incomplete' } },
    { type: 'response.done', response: { id: 'r1', status: 'cancelled', output: [{ ...half, status: 'incomplete' }] } },
  ])
  release.resolve()
  expect(await output(played)).toMatchObject({ call_id: 'c1', content: { status: 'success' } })
  // The API responds to the person on its own, and that turn has another call.
  play(played, turnOf('r2', [say('c3', 'next')]))
  expect(await output(played)).toMatchObject({ call_id: 'c3' })
  await played.hear('response.create')
  expect(played.seen.filter(({ type }) => type === 'response.create')).toHaveLength(1)
  expect(world.runs.map(({ params }) => params.text)).toEqual(['whole', 'next'])
})

test('after a reconnect sends lost outputs again, fetches a call that was cut off, and repeats no call', async () => {
  const started = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const world = toolWorld([echoSkill], {
    async reply({ params }) {
      started.resolve()
      if (world.runs.length === 2) release.resolve()
      await release.promise
      return { results: [params] }
    },
  })
  await using begun = await begin(world)
  const [late] = turnOf('r1', [say('c2', 'late')]).slice(1, 2)
  if (late === undefined) throw new Error('no event')
  // The call that is cut off is sent first, so that it has arrived when the other one runs.
  play(begun.played, [late, ...turnOf('r1', [say('c1', 'early')]).slice(0, -1)])
  await started.promise
  const next = begun.server.connection()
  begun.played.cut()
  const again = await next
  await again.hear('session.update')
  expect(await again.hear('conversation.item.retrieve')).toMatchObject({ item_id: 'item_c2' })
  again.say({
    type: 'conversation.item.retrieved',
    item: { ...Object(late.item), arguments: '{"text":"late"}', status: 'completed' },
  })
  const outputs = [await output(again), await output(again)]
  expect(outputs.map(({ call_id }) => call_id).sort()).toEqual(['c1', 'c2'])
  await again.hear('response.create')
  expect(world.runs).toHaveLength(2)
})

test('after a reconnect requests a question again whose turn had not begun, and accepts the answer to it', async () => {
  const world = toolWorld([notesSkill])
  await using begun = await begin(world)
  play(begun.played, turnOf('r1', [keep('c1')]))
  const { event_id } = await begun.played.hear('conversation.item.create')
  const asked = await begun.played.hear('response.create')
  const next = begun.server.connection()
  begun.played.cut()
  const again = await next
  expect(await again.hear('response.create')).toEqual(asked)
  // The API had the output already. Its error names the output's event, so it does not concern the turn.
  again.say({ type: 'error', error: { code: 'item_already_exists', event_id } })
  play(again, turnOf('question', []))
  again.say({ type: 'input_audio_buffer.speech_started' })
  play(again, turnOf('r2', [keep('c2', { confirmed: true })]))
  expect(await output(again)).toMatchObject({ call_id: 'c2', content: { status: 'success' } })
})

test('after a reconnect requests the turn for outputs that became ready while the connection was lost', async () => {
  await using server = await playedServer()
  const [release, reconnecting, mayConnect] = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  if (!release || !reconnecting || !mayConnect) throw new Error('three gates are needed')
  const world = toolWorld([echoSkill], {
    async reply({ params }) {
      await release.promise
      return { results: [params] }
    },
  })
  let connections = 0
  await using _session = await startRealtimeSession({
    tools: world.tools,
    caller: agentCaller(),
    async connect(signal) {
      connections += 1
      if (connections > 1) {
        reconnecting.resolve()
        await mayConnect.promise
      }
      return openRealtimeSocket(server.url, {}, signal)
    },
    log: recordingLog(),
  })
  const played = await server.connection()
  play(played, turnOf('r1', [say('c1', 'x')]))
  // Its output shows that the session has read the end of the turn before it.
  play(played, turnOf('r0', [{ id: 'c0', name: 'no_function', arguments: {} }]))
  await output(played)
  played.cut()
  await reconnecting.promise
  release.resolve()
  await setImmediate()
  mayConnect.resolve()
  const again = await server.connection()
  expect(await again.hear('response.create')).toEqual({ type: 'response.create' })
  expect(again.seen.filter(({ type }) => type === 'conversation.item.create').length).toBeGreaterThan(0)
})

test('sends an output again on each new connection until the API has confirmed it', async () => {
  const world = toolWorld([echoSkill])
  await using begun = await begin(world)
  const reconnect = async (played: Played) => {
    const next = begun.server.connection()
    played.cut()
    return next
  }
  play(begun.played, turnOf('r1', [say('c1', 'x')]))
  const first = await begun.played.hear('conversation.item.create')
  const second = await reconnect(begun.played)
  expect(await second.hear('conversation.item.create')).toEqual(first)
  second.say({ type: 'conversation.item.added', item: Object(first.item) })
  play(second, turnOf('r2', [say('c2', 'y')]))
  expect(await output(second)).toMatchObject({ call_id: 'c2' })
  const third = await reconnect(second)
  expect(await output(third)).toMatchObject({ call_id: 'c2' })
  expect(world.runs).toHaveLength(2)
})

test('ignores unknown and malformed events, and answers an unknown function with NOT_FOUND', async () => {
  await using begun = await begin(toolWorld([]))
  begun.played.say({ type: 'something.new' })
  begun.played.say({ type: 'response.done' })
  play(begun.played, turnOf('r1', [{ id: 'c1', name: 'fly', arguments: {} }]))
  expect(await output(begun.played)).toMatchObject({ content: { status: 'error', error: { code: 'NOT_FOUND' } } })
})

test('closes the connection if the tools cannot be read, at the start and after a reconnect', async () => {
  await using server = await playedServer()
  const { tools } = toolWorld([echoSkill])
  let reads = 0
  const failsAt = (read: number) => ({
    ...tools,
    async getSkillTools(caller: ReturnType<typeof agentCaller>) {
      reads += 1
      if (reads === read) throw new Error('the database is away')
      return tools.getSkillTools(caller)
    },
  })
  const begin = (read: number) =>
    startRealtimeSession({
      tools: failsAt(read),
      caller: agentCaller(),
      connect: (signal) => openRealtimeSocket(server.url, {}, signal),
      log: recordingLog(),
    })
  await expect(begin(1)).rejects.toThrow('the database is away')
  await (await server.connection()).closed
  await using session = await begin(3)
  ;(await server.connection()).cut()
  await (await server.connection()).closed
  await session.ended
})
