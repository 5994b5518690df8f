import { Client, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { memoryConfirmations } from '#runner/testing/memory-confirmations.ts'
import { mcpWorld } from '../testing/mcp-world.ts'
import { agentCaller, echoSkill, notesSkill, toolSkill, toolWorld } from '../testing/tool-world.ts'
import { untrustedNotice } from '../tool-answer.ts'
import type { SessionStore } from './session-store.ts'

const info = { name: 'test', version: '1.0.0' }
const eras = [
  ['of the 2025 protocol, with a session', 'legacy'],
  ['of the 2026 protocol', { pin: '2026-07-28' }],
] as const

describe.each(eras)('a client %s', (_, mode) => {
  const versionNegotiation = { mode }
  const plain = () => new Client(info, { versionNegotiation })

  /** A client with a person, who answers each question with `agree`. */
  function withPerson(agree: boolean, asked: string[] = []) {
    const client = new Client(info, { versionNegotiation, capabilities: { elicitation: { form: {} } } })
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message)
      return agree ? { action: 'accept', content: { agree: true } } : { action: 'decline' }
    })
    return client
  }

  test('lists tools with schemas and annotations from their effects', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill, notesSkill]))
    const { tools } = await (await mcp.connect(plain())).listTools()
    expect(tools).toMatchObject([
      {
        name: 'say',
        inputSchema: { type: 'object', properties: { text: {} }, required: ['text'] },
        outputSchema: { type: 'object' },
        annotations: { readOnlyHint: true, destructiveHint: false },
      },
      { name: 'keep_note', annotations: { readOnlyHint: false, destructiveHint: true } },
    ])
  })

  test('calls a tool and gets its answer as text and as structured content', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill]))
    const client = await mcp.connect(plain())
    await client.listTools()
    const { structuredContent, content, isError } = await client.callTool({ name: 'say', arguments: { text: 'hi' } })
    expect(isError).toBeFalsy()
    expect(structuredContent).toMatchObject({ status: 'success', notice: untrustedNotice, results: [{ text: 'hi' }] })
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }])
  })

  test('gets the number of a log entry instead of the text of an unexpected error', async () => {
    const lines: LogLine[] = []
    const log = recordingLog(lines)
    const failing = {
      list: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5')),
      byDigest: async () => undefined,
    }
    await using mcp = mcpWorld(toolWorld([echoSkill]), { log, skills: failing })
    const client = await mcp.connect(plain())
    const error: Error = await client.listResources().then(
      () => Promise.reject('no error'),
      (cause) => cause,
    )
    expect(error.message).toMatch(/Something went wrong on our side. It is logged under req_/)
    expect(error.message).not.toContain('10.0.0.5')
    expect(lines).toMatchObject([
      {
        message: 'an MCP request failed',
        fields: { cause: expect.objectContaining({ message: 'connect ECONNREFUSED 10.0.0.5' }) },
      },
    ])
  })

  test('gets an error for invalid call facts, and passes valid ones to the skill', async () => {
    const known: unknown[] = []
    const world = toolWorld([echoSkill], {
      run: async ({ host }) => {
        known.push(await host.call('call.context', {}, 0))
        return { kind: 'returned', value: { results: [] }, fuelUsed: 0 }
      },
    })
    await using mcp = mcpWorld(world)
    const client = await mcp.connect(plain())
    const callWith = (facts: unknown) =>
      client.callTool({ name: 'say', arguments: { text: 'hi' }, _meta: { 'travel.aw/call': facts } })
    await expect(callWith({ id: 7 })).rejects.toThrow('travel.aw/call')
    await expect(callWith({ secret: 'x' })).rejects.toThrow('travel.aw/call')
    expect((await callWith({ id: 'call-1' })).isError).toBeFalsy()
    expect(known).toMatchObject([{ kind: 'value', value: { call: { id: 'call-1', channel: 'mcp' } } }])
  })

  test('gets an unknown tool as an error of the protocol, and each refusal of a known one in its result', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill, toolSkill({ name: 'etiquette', kind: 'prompt' })]))
    const client = await mcp.connect(plain(), agentCaller(new Set(['echo', 'etiquette'])))
    const call = (name: string, given = {}) => client.callTool({ name, arguments: given })
    await expect(call('sey')).rejects.toMatchObject({
      code: ProtocolErrorCode.InvalidParams,
      message: 'There is no function named "sey": did you mean "say"?',
    })
    for (const [name, given, error] of [
      ['say', {}, { details: { text: 'is required' } }],
      ['read_skill', { skill: 'fly' }, { code: 'NOT_FOUND' }],
    ] as const) {
      expect(await call(name, given)).toMatchObject({ isError: true, structuredContent: { error } })
    }
  })

  test('asks the person first, and the skill acts once when the person agrees', async () => {
    const world = toolWorld([notesSkill])
    await using mcp = mcpWorld(world)
    const asked: string[] = []
    const client = await mcp.connect(withPerson(true, asked))
    const { structuredContent } = await client.callTool({ name: 'keep_note', arguments: { text: 'milk' } })
    expect(structuredContent).toMatchObject({ status: 'success', skill: 'notes' })
    expect(asked).toEqual(['Shall I keep this note?\nText: milk'])
    expect(world.runs).toMatchObject([{ params: { text: 'milk' } }])
  })

  test("cannot act a second time with the person's answer", async () => {
    const world = toolWorld([notesSkill])
    await using mcp = mcpWorld(world)
    const sent: Request[] = []
    const client = await mcp.connect(withPerson(true), agentCaller(), sent)
    await client.callTool({ name: 'keep_note', arguments: { text: 'milk' } })
    expect(world.runs).toHaveLength(1)
    // The last request carries the answer of the person.
    const repeated = sent.findLast(({ method }) => method === 'POST')
    if (repeated === undefined) throw new Error('no request')
    await (await mcp.door.fetch(repeated, agentCaller())).text()
    expect(world.runs).toHaveLength(1)
  })

  test('is not admitted again when the person has answered', async () => {
    const world = toolWorld([notesSkill])
    // The request was admitted before the disk was full.
    await using mcp = mcpWorld(world, { diskRoom: { problem: () => 'The disk is full.' } })
    const client = await mcp.connect(withPerson(true))
    const { structuredContent } = await client.callTool({ name: 'keep_note', arguments: { text: 'milk' } })
    expect(structuredContent).toMatchObject({ status: 'success', skill: 'notes' })
  })

  test('cannot run the action when the person declines', async () => {
    const kept = memoryConfirmations()
    const world = toolWorld([notesSkill], { confirmations: kept })
    await using mcp = mcpWorld(world)
    const client = await mcp.connect(withPerson(false))
    const { structuredContent } = await client.callTool({ name: 'keep_note', arguments: { text: 'milk' } })
    expect(structuredContent).toMatchObject({
      status: 'error',
      message: 'The person did not agree, so nothing was done.',
    })
    const [declined] = kept.questions.values()
    expect(declined?.answer).toBe('declined')
    // If the client can ask the person, `confirmed: true` from the model has no effect: neither in this call, nor later
    // through another entry point.
    const insisting = { name: 'keep_note', arguments: { text: 'milk', confirmed: true } }
    expect((await client.callTool(insisting)).structuredContent).toMatchObject({ status: 'error' })
    const other = { ...insisting, caller: agentCaller(), signal: new AbortController().signal }
    expect(await world.tools.handleSkillCall(other)).toMatchObject({ status: 'requires_confirmation' })
    expect(world.runs).toEqual([])
  })

  test('sees only its own scope, in tools, resources and prompts', async () => {
    const prompt = toolSkill({ name: 'etiquette', kind: 'prompt' })
    await using mcp = mcpWorld(toolWorld([echoSkill, notesSkill, prompt]))
    const client = await mcp.connect(plain(), agentCaller(new Set(['echo'])))
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['say'])
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['skill://echo/SKILL.md'])
    expect((await client.listPrompts()).prompts).toEqual([])
    await expect(client.getPrompt({ name: 'etiquette' })).rejects.toThrow(/no prompt/)
    await expect(client.readResource({ uri: 'skill://notes/SKILL.md' })).rejects.toThrow(/not found/i)
  })

  test('is notified immediately when the list of tools changes', async () => {
    const world = toolWorld([echoSkill, notesSkill])
    await using mcp = mcpWorld(world)
    const heard = Promise.withResolvers<string[]>()
    const client = new Client(info, {
      versionNegotiation,
      listChanged: {
        tools: {
          autoRefresh: true,
          debounceMs: 0,
          onChanged: (_, tools) => heard.resolve((tools ?? []).map(({ name }) => name)),
        },
      },
    })
    const sent: Request[] = []
    await mcp.connect(client, agentCaller(), sent)
    await expect.poll(() => sent.some(isListening), { timeout: 60_000 }).toBe(true)
    world.skills = [notesSkill]
    mcp.changed()
    expect(await heard.promise).toEqual(['keep_note'])
  })

  /** The request that keeps a stream open for notifications. */
  const isListening = (request: Request) =>
    mode === 'legacy' ? request.method === 'GET' : request.headers.get('mcp-method') === 'subscriptions/listen'

  test('is notified of the progress of a call', async () => {
    const release = Promise.withResolvers<void>()
    const world = toolWorld([echoSkill], {
      reply: async () => {
        await release.promise
        return { results: [] }
      },
    })
    await using mcp = mcpWorld(world)
    const client = await mcp.connect(plain())
    const messages: unknown[] = []
    await client.callTool(
      { name: 'say', arguments: { text: 'x' } },
      {
        onprogress: ({ message }) => {
          messages.push(message)
          release.resolve()
        },
      },
    )
    expect(messages).toEqual(['say is running'])
  })

  test('can cancel a call, which ends the run of the skill', async () => {
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
    const world = toolWorld([echoSkill], {
      run: async ({ signal }) => {
        started.resolve()
        signal?.addEventListener('abort', () => ended.resolve(true))
        await ended.promise
        return { kind: 'failed', code: 'CANCELLED', detail: '', fuelUsed: 0 }
      },
    })
    await using mcp = mcpWorld(world)
    const client = await mcp.connect(plain())
    const leaving = new AbortController()
    const call = client.callTool({ name: 'say', arguments: { text: 'x' } }, { signal: leaving.signal })
    await started.promise
    leaving.abort('enough')
    await expect(call).rejects.toThrow()
    expect(await ended.promise).toBe(true)
  })
})

describe('sessions', () => {
  test('belong to one key', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill]))
    const sent: Request[] = []
    const client = await mcp.connect(new Client(info), agentCaller(), sent)
    await client.listTools()
    const request = sent.find(({ method, headers }) => method === 'POST' && headers.has('mcp-session-id'))
    if (request === undefined) throw new Error('no request in a session')
    const stolen = await mcp.door.fetch(request, agentCaller('all', { id: 'agent_b' }))
    expect(stolen.status).toBe(404)
  })

  test('are limited in number: a new session ends the longest idle one, whose client can open another', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill]), { maxSessions: 2 })
    const [first, second, third] = [new Client(info), new Client(info), new Client(info)]
    await mcp.connect(first)
    await mcp.connect(second)
    await first.listTools()
    await mcp.connect(third)
    expect(mcp.door.sessions()).toBe(2)
    await expect(second.listTools()).rejects.toThrow()
    expect((await first.listTools()).tools).toHaveLength(1)
    expect((await (await mcp.connect(new Client(info))).listTools()).tools).toHaveLength(1)
  })

  test('are limited for each key: its longest idle one ends, and those of other keys stay', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill]), { maxSessionsPerKey: 2 })
    const [other, first, second, third] = [new Client(info), new Client(info), new Client(info), new Client(info)]
    await mcp.connect(other, agentCaller('all', { id: 'agent_b' }))
    await mcp.connect(first)
    await mcp.connect(second)
    await first.listTools()
    await mcp.connect(third)
    expect(mcp.door.sessions()).toBe(3)
    await expect(second.listTools()).rejects.toThrow()
    for (const client of [other, first, third]) expect((await client.listTools()).tools).toHaveLength(1)
  })

  test('are not ended for another while a call runs; the client that finds none to end is told so', async () => {
    const [ended, calling] = [
      Promise.withResolvers<void>(),
      [Promise.withResolvers<void>(), Promise.withResolvers<void>()],
    ]
    let calls = 0
    const world = toolWorld([echoSkill], {
      run: async () => {
        calling[calls++]?.resolve()
        await ended.promise
        return { kind: 'failed', code: 'CANCELLED', detail: '', fuelUsed: 0 }
      },
    })
    await using mcp = mcpWorld(world, { maxSessionsPerKey: 2 })
    const busy = await Promise.all([mcp.connect(new Client(info)), mcp.connect(new Client(info))])
    const answers = busy.map((client, at) => client.callTool({ name: 'say', arguments: { text: String(at) } }))
    await Promise.all(calling.map(({ promise }) => promise))
    await expect(mcp.connect(new Client(info))).rejects.toThrow(/in use/)
    ended.resolve()
    for (const answer of await Promise.all(answers)) expect(answer.isError).toBe(true)
    expect((await (await mcp.connect(new Client(info))).listTools()).tools).toHaveLength(1)
    expect(mcp.door.sessions()).toBe(2)
  })

  test('end when the client ends them, and a request without a handshake opens no session', async () => {
    await using mcp = mcpWorld(toolWorld([echoSkill]))
    const transportless = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect((await mcp.door.fetch(transportless, agentCaller())).status).toBe(400)
    expect(mcp.door.sessions()).toBe(0)
    const sent: Request[] = []
    await mcp.connect(new Client(info), agentCaller(), sent)
    const id = sent.map(({ headers }) => headers.get('mcp-session-id')).find((value) => value !== null) ?? ''
    const end = new Request('http://localhost/mcp', { method: 'DELETE', headers: { 'mcp-session-id': id } })
    expect((await mcp.door.fetch(end, agentCaller())).status).toBe(200)
    expect(mcp.door.sessions()).toBe(0)
  })

  test('go on in another process, for their own key only, until the client ends them', async () => {
    const kept = new Map<string, { readonly key: string; readonly handshake: string }>()
    const handshakes: SessionStore = {
      keep: async (id, key, handshake) => void kept.set(id, { key, handshake }),
      find: async (id, key) => (kept.get(id)?.key === key ? kept.get(id)?.handshake : undefined),
      drop: async (id) => void kept.delete(id),
    }
    const world = toolWorld([echoSkill])
    await using first = mcpWorld(world, { handshakes })
    await using other = mcpWorld(world, { handshakes })
    const sent: Request[] = []
    const client = await first.connect(new Client(info), agentCaller(), sent)
    await client.listTools()
    const request = sent.find(({ method, headers }) => method === 'POST' && headers.has('mcp-session-id'))
    const list = sent.findLast(({ method }) => method === 'POST')
    if (request === undefined || list === undefined) throw new Error('no request in a session')
    expect((await other.door.fetch(request.clone(), agentCaller('all', { id: 'agent_b' }))).status).toBe(404)
    const [noted, listed] = await Promise.all(
      [request, list].map((one) => other.door.fetch(one.clone(), agentCaller())),
    )
    expect(noted?.status).toBe(202)
    expect(await listed?.text()).toContain('"name":"say"')
    expect(other.door.sessions()).toBe(1)
    const { headers } = list
    const end = new Request('http://localhost/mcp', { method: 'DELETE', headers })
    expect((await other.door.fetch(end, agentCaller())).status).toBe(200)
    expect(kept.size).toBe(0)
  })
})
