import { Client } from '@modelcontextprotocol/client'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { ConfirmationDesk } from '../../confirmations/confirmation-desk.ts'
import { ToolCall } from '../http/tool-requests.ts'
import { startRealtimeSession } from '../realtime/realtime-session.ts'
import { openRealtimeSocket } from '../realtime/realtime-socket.ts'
import { mcpWorld } from './mcp-world.ts'
import { playedServer, turnOf } from './played-server.ts'
import { agentCaller, type ToolWorld } from './tool-world.ts'

/** One call of `keep_note`, or one answer to a question. Absent `confirmed` is neither yes nor no. */
export type NoteCall = {
  readonly who: string
  readonly text: string
  readonly id?: string | undefined
  readonly confirmed?: boolean | undefined
}

/** How a call ended. `reason`: the reason of the refusal, or its code if it has no reason. */
export type NoteEnd =
  | { readonly kind: 'acts' }
  | { readonly kind: 'asks'; readonly id: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** A way to call `keep_note` and to answer its questions. */
type NoteDoor = (call: NoteCall) => Promise<NoteEnd>

const agentOf = (who: string) => agentCaller('all', { id: who })
const personOf = (who: string) => contextOf(agentOf(who).principal)

/** Every door at which a person or a program can answer a question. */
export function personDoors(world: ToolWorld, desk: ConfirmationDesk) {
  const { signal } = new AbortController()
  const wordsOf = ({ text, id, confirmed }: NoteCall) => ({
    text,
    ...(id === undefined ? {} : { confirmation_id: id }),
    ...(confirmed === undefined ? {} : { confirmed }),
  })

  async function throughMcp(call: NoteCall, client: Client): Promise<NoteEnd> {
    await using mcp = mcpWorld(world)
    await mcp.connect(client, agentOf(call.who))
    const { structuredContent } = await client.callTool({ name: 'keep_note', arguments: wordsOf(call) })
    return endOf(structuredContent)
  }

  return {
    /** `POST /api/skills/invoke` */
    async route({ who, text, ...answer }) {
      const { text: _, ...words } = wordsOf({ who, text, ...answer })
      const input = { action: 'keep_note', params: { text } }
      const { confirmation_id: confirmationId, confirmed } = InvokeBody.parse({ skill: 'notes', input, ...words })
      const invoked = await world.invoke({ skill: 'notes', input, ...personOf(who), signal, confirmationId, confirmed })
      return endOf(invoked.kind === 'refused' ? { status: 'error', error: invoked.error } : invoked.output)
    },

    /** `POST /api/agents/{slug}/tools/call` */
    async call(call) {
      const { name, arguments: given } = ToolCall.parse({ name: 'keep_note', arguments: wordsOf(call) })
      return endOf(await world.tools.handleSkillCall({ name, arguments: given, caller: agentOf(call.who), signal }))
    },

    /** MCP, with a client that cannot ask a person. */
    mcp: (call) => throughMcp(call, new Client(info)),

    /** MCP, with a client whose person agrees to each question. */
    agreeing: (call) => throughMcp(call, clientWithPerson(true)),

    /** MCP, with a client whose person declines each question. */
    declining: (call) => throughMcp(call, clientWithPerson(false)),

    /** A new Realtime session, whose person has not spoken. */
    async realtime(call) {
      await using server = await playedServer()
      const next = server.connection()
      await using _session = await startRealtimeSession({
        tools: world.tools,
        caller: agentOf(call.who),
        connect: (leaving) => openRealtimeSocket(server.url, {}, leaving),
        log: recordingLog(),
      })
      const played = await next
      for (const event of turnOf('r1', [{ id: 'c1', name: 'keep_note', arguments: wordsOf(call) }])) played.say(event)
      const { item } = await played.hear('conversation.item.create')
      return endOf(JSON.parse(Object(item).output))
    },

    /** The page `/confirm/{id}`. Its buttons give a yes or a no. */
    async page({ who, id = '', confirmed }) {
      const person = personOf(who)
      const decided = confirmed === true ? await desk.confirm(person, id, signal) : await desk.decline(person, id)
      if (!decided.ok) return refused(decided.error)
      const { value } = decided
      switch (value.state) {
        case 'done':
          return { kind: 'acts' }
        case 'declined':
          return { kind: 'refused', reason: 'question_declined' }
        case 'failed':
          return refused(value.error)
        case 'changed':
        case 'asked':
          return { kind: 'asks', id: value.next_id }
      }
    },
  } satisfies Record<string, NoteDoor>
}

const info = { name: 'test', version: '1.0.0' }

function clientWithPerson(agree: boolean): Client {
  const client = new Client(info, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', async () =>
    agree ? { action: 'accept', content: { agree: true } } : { action: 'decline' },
  )
  return client
}

function endOf(answer: unknown): NoteEnd {
  const { status, error, confirmation } = Object(answer)
  if (status === 'success') return { kind: 'acts' }
  return status === 'requires_confirmation' ? { kind: 'asks', id: confirmation.id } : refused(error)
}

const refused = ({
  code,
  reason = code,
}: {
  readonly code: string
  readonly reason?: string | undefined
}): NoteEnd => ({
  kind: 'refused',
  reason,
})
