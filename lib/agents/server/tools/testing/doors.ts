import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Services } from '#lib/compose/compose.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import type { CallFacts } from '#runner/contract/call-facts.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import { startRealtimeSession } from '../realtime/realtime-session.ts'
import { openRealtimeSocket } from '../realtime/realtime-socket.ts'
import { playedServer, turnOf } from './played-server.ts'

export type DoorCall = {
  readonly skill: string
  readonly action: string
  readonly given: { readonly [name: string]: Json }
}
/** The outcome of a call, without the parts that differ between calls. */
export type DoorOutcome = {
  readonly status: string
  readonly code?: string
  readonly reason?: string
  readonly results?: unknown
  /** The skill's question, without the facts that the doors of agents add to it. */
  readonly prompt?: string
}
/** A way to call a skill. */
export type Door = (call: DoorCall, principal: Principal) => Promise<DoorOutcome>
/** A `Door` that returns the whole answer. */
type WholeDoor = (call: DoorCall, principal: Principal) => Promise<unknown>

/** The call facts that the agents' entry points pass on. The Realtime session adds its transcript. */
const saidOfCall: CallFacts = { id: 'call-7', caller_id: '+297 555 0100' }

/** Every way to call a skill of these services. */
export function openDoors(services: Services) {
  const whole = openWholeDoors(services)
  const read =
    (door: WholeDoor): Door =>
    async (call, principal) =>
      outcomeOf(await door(call, principal))
  return {
    browser: read(whole.browser),
    executor: read(whole.executor),
    call: read(whole.call),
    mcp: read(whole.mcp),
    realtime: read(whole.realtime),
  }
}

/** The same ways as `openDoors`, but each returns its whole answer. */
export function openWholeDoors(services: Services) {
  const { signal } = new AbortController()
  return {
    /** Calls a skill as `POST /api/skills/invoke` does. */
    async browser({ skill, action, given }, principal) {
      const { params, confirmed, confirmation_id: confirmationId } = answerIn(given)
      const input = { action, params }
      const call = { channel: 'page' }
      const invoked = await services.invokeSkill({
        skill,
        input,
        ...contextOf(principal),
        signal,
        confirmed,
        confirmationId,
        call,
      })
      return invoked.kind === 'refused' ? { status: 'error', error: invoked.error } : invoked.output
    },

    /** Calls a skill as code that uses the executor does. */
    async executor({ skill, action, given }, { source, id }) {
      const { params, confirmed, confirmation_id: confirmationId } = answerIn(given)
      const answer = {
        ...(confirmed === undefined ? {} : { confirmed }),
        ...(confirmationId === undefined ? {} : { confirmationId }),
      }
      const asks = { source, id, action, ...answer, call: saidOfCall }
      return (await services.executor.execute(skill, params, asks)).output
    },

    /** Calls a skill as `POST /api/agents/{slug}/tools/call` does. */
    async call({ action: name, given }, principal) {
      const caller = { principal, skills: 'all' as const }
      const call = { channel: 'tools', ...saidOfCall }
      return services.tools.handleSkillCall({ name, arguments: given, caller, signal, call })
    },

    async mcp({ action: name, given }, principal) {
      const client = new Client({ name: 'test', version: '1.0.0' })
      const caller = { principal, skills: 'all' as const }
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) => services.mcp.fetch(new Request(url, init), caller),
      })
      await client.connect(transport)
      const { structuredContent } = await client.callTool({
        name,
        arguments: given,
        _meta: { 'travel.aw/call': saidOfCall },
      })
      await client.close()
      return structuredContent
    },

    async realtime({ action: name, given }, principal) {
      await using server = await playedServer()
      const next = server.connection()
      await using _session = await startRealtimeSession({
        tools: services.tools,
        caller: { principal, skills: 'all' },
        call: saidOfCall,
        connect: (leaving) => openRealtimeSocket(server.url, {}, leaving),
        log: services.log,
      })
      const played = await next
      played.say({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hello\u202e there' })
      played.say({ type: 'response.output_audio_transcript.done', transcript: 'How can I help?' })
      for (const event of turnOf('r1', [{ id: 'c1', name, arguments: given }])) played.say(event)
      const { item } = await played.hear('conversation.item.create')
      return JSON.parse(Object(item).output)
    },
  } satisfies Record<string, WholeDoor>
}

/** Separates the answer to a question from the params. */
const answerIn = ({ confirmed, confirmation_id, ...params }: DoorCall['given']) => ({
  params,
  ...Answer.parse({ confirmed, confirmation_id }),
})
const Answer = InvokeBody.pick({ confirmed: true, confirmation_id: true })

function outcomeOf(output: unknown): DoorOutcome {
  const { status, error, results, confirmation } = Object(output)
  return {
    status,
    ...(error ? { code: error.code, results: error.details, reason: error.reason } : {}),
    ...(results ? { results } : {}),
    ...(confirmation ? { prompt: confirmation.prompt.split('\n')[0] } : {}),
  }
}
