import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Services } from '#lib/compose/compose.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { startRealtimeSession } from '../realtime/realtime-session.ts'
import { openRealtimeSocket } from '../realtime/realtime-socket.ts'
import { playedServer, turnOf } from './played-server.ts'

export type DoorCall = {
  readonly skill: string
  readonly action: string
  readonly given: { readonly [name: string]: string | boolean }
}
/** What came out, without what differs from call to call. */
export type DoorOutcome = {
  readonly status: string
  readonly code?: string
  readonly results?: unknown
  readonly prompt?: string
}
/** A way to call a skill. */
export type Door = (call: DoorCall, principal: Principal) => Promise<DoorOutcome>

/** Every way to call a skill of these services. */
export function openDoors(services: Services) {
  const { signal } = new AbortController()
  return {
    /** As `POST /api/skills/invoke` does. */
    async browser({ skill, action, given: { confirmed, ...params } }, principal) {
      const input = { action, params }
      const invoked = await services.invokeSkill({ skill, input, principal, signal, confirmed: confirmed === true })
      return outcomeOf(invoked.kind === 'refused' ? { status: 'error', error: invoked.error } : invoked.output)
    },

    /** As code that calls the executor does. */
    async executor({ skill, action, given: { confirmed, ...params } }, { source, id }) {
      const asks = { source, id, action, confirmed: confirmed === true }
      return outcomeOf((await services.executor.execute(skill, params, asks)).output)
    },

    /** As `POST /api/agents/{slug}/tools/call` does. */
    async call({ action: name, given }, principal) {
      const caller = { principal, skills: 'all' as const }
      return outcomeOf(await services.tools.handleSkillCall({ name, arguments: given, caller, signal }))
    },

    async mcp({ action: name, given }, principal) {
      const client = new Client({ name: 'test', version: '1.0.0' })
      const caller = { principal, skills: 'all' as const }
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (url, init) => services.mcp.fetch(new Request(url, init), caller),
      })
      await client.connect(transport)
      const { structuredContent } = await client.callTool({ name, arguments: given })
      await client.close()
      return outcomeOf(structuredContent)
    },

    async realtime({ action: name, given }, principal) {
      await using server = await playedServer()
      const next = server.connection()
      await using _session = await startRealtimeSession({
        tools: services.tools,
        caller: { principal, skills: 'all' },
        connect: (leaving) => openRealtimeSocket(server.url, {}, leaving),
        log: services.log,
      })
      const played = await next
      for (const event of turnOf('r1', [{ id: 'c1', name, arguments: given }])) played.say(event)
      const { item } = await played.hear('conversation.item.create')
      return outcomeOf(JSON.parse(Object(item).output))
    },
  } satisfies Record<string, Door>
}

function outcomeOf(output: unknown): DoorOutcome {
  const { status, error, results, confirmation } = Object(output)
  return {
    status,
    ...(error ? { code: error.code, results: error.details } : {}),
    ...(results ? { results } : {}),
    ...(confirmation ? { prompt: confirmation.prompt } : {}),
  }
}
