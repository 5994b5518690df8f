import { randomBytes } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { type Refused, refuseThrown } from '#lib/platform/server/http/outcome.ts'
import { CallFacts } from '#runner/contract/call-facts.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { ConfirmationId, newId } from '#runner/contract/ids.ts'
import type { Log } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readInstructions } from '#runner/manifest/skill-texts.ts'
import { agreementText, type Reading, readingOf } from '../../confirmations/plain-facts.ts'
import { isInScope, promptSkillsOf, skillsUnderRules, type ToolCaller, type ViewPorts } from '../agents-view.ts'
import { type CallDoor, callRefusal } from '../http/admit-agent.ts'
import { functionUnknown, type SkillTools, type ToolCall } from '../skill-tools.ts'
import type { Tool } from '../tool.ts'
import { failed, howToConfirm, ToolAnswer, untrustedNotice } from '../tool-answer.ts'
import { reportProgress, type Ticking } from './progress.ts'

export type McpPorts = CallDoor &
  ViewPorts & {
    readonly tools: SkillTools
    readonly version: string
    readonly log: Pick<Log, 'error' | 'warn'>
    /** Absent: progress every two seconds. */
    readonly tick?: Ticking
  }

/** The `_meta` key with which a client describes the call or chat in which it calls a tool. */
const callKey = 'travel.aw/call'

/** The JSON-RPC code of a request that the server refuses now. Its data is the error body of the HTTP API. */
const refusedNow = -32000

/** A person's answer to a confirmation request. */
const Agreement = z.object({ agree: z.boolean() })
const agreementForm = (reading: Reading) => ({
  type: 'object' as const,
  properties: { agree: { type: 'boolean' as const, ...agreementText(reading) } },
  required: ['agree'],
})

const instructions = [
  'Searches flights and hotels and calls the other skills of this instance.',
  untrustedNotice,
  howToConfirm,
].join(' ')

/** The skills that `caller` may use, as an MCP server for one connection or request. */
export function createMcpServer(ports: McpPorts, caller: () => ToolCaller): Server {
  const { tools, version, log } = ports
  const server = new Server(
    { name: 'travel.aw', version },
    {
      instructions,
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true },
        prompts: { listChanged: true },
      },
    },
  )

  /** The HTTP requests whose first call, list or text was admitted. */
  const begun = new WeakSet<Request>()
  /** The signals of calls that were admitted. A call runs again with the same signal once a person has answered. */
  const admitted = new WeakSet<AbortSignal>()
  /**
   * Why a call is refused now. The first call of an HTTP request was admitted with the request; a batch has more calls,
   * and each takes one point of the key's rate limit.
   */
  async function refusalOf({ http, mcpReq }: ServerContext): Promise<Refused | undefined> {
    if (http?.req === undefined || admitted.has(mcpReq.signal)) return undefined
    admitted.add(mcpReq.signal)
    if (begun.has(http.req)) return callRefusal(caller().principal.id, ports)
    begun.add(http.req)
    return undefined
  }

  /** Waits for our own code. A client gets the text of an error, so an unexpected one goes to the log instead. */
  async function own<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (cause) {
      const id = newId('req', randomBytes)
      log.error('an MCP request failed', { request: id, cause })
      const { error } = refuseThrown(cause, id)
      const code = error.code === 'INTERNAL' ? ProtocolErrorCode.InternalError : refusedNow
      throw new ProtocolError(code, error.message, error)
    }
  }

  /** Limits lists and texts like calls: a batch of small requests for them would have a huge answer. */
  async function admitReading(ctx: ServerContext): Promise<void> {
    const refused = await own(refusalOf(ctx))
    if (refused !== undefined) throw new ProtocolError(refusedNow, refused.error.message, refused.error)
  }

  server.setRequestHandler('tools/list', async (_, ctx) => {
    await admitReading(ctx)
    return { tools: (await own(tools.getSkillTools(caller()))).map(mcpTool) }
  })

  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const refused = await own(refusalOf(ctx))
    if (refused !== undefined) return resultOf(failed(refused.error))
    const { mcpReq } = ctx
    using _progress = reportProgress(mcpReq, params.name, ports.tick)
    const asksPerson = canElicit(server)
    const reading = readingOf(ctx.http?.req?.headers.get('accept-language') ?? null)
    const facts = CallFacts.safeParse(params._meta?.[callKey] ?? {})
    if (!facts.success) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `_meta ${callKey}: ${z.prettifyError(facts.error)}`)
    }
    const answer = await own(
      tools.handleSkillCall({
        name: params.name,
        arguments: params.arguments ?? {},
        caller: caller(),
        signal: mcpReq.signal,
        answer: answerIn(ctx),
        asksPerson,
        call: { channel: 'mcp', ...facts.data },
        reading,
      }),
    )
    // The protocol wants this one refusal as an error of the request.
    if (answer.status === 'error' && answer.error.reason === functionUnknown)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, answer.message, answer.error)
    if (answer.status === 'requires_confirmation' && asksPerson) {
      return inputRequired({
        inputRequests: {
          agreement: inputRequired.elicit({ message: answer.message, requestedSchema: agreementForm(reading) }),
        },
        // The state is neither secret nor trusted: the confirmation is valid only for this caller, release and call.
        requestState: answer.confirmation.id,
      })
    }
    return resultOf(answer)
  })

  const inScope = async () => {
    const seen = await own(skillsUnderRules(ports, caller()))
    return seen.flatMap(({ skill }) => (isInScope(skill, caller()) ? [skill] : []))
  }

  server.setRequestHandler('resources/list', async (_, ctx) => {
    await admitReading(ctx)
    const resources = (await inScope()).map(({ manifest: { name, description } }) => ({
      uri: uriOf(name),
      name: `${name}/SKILL.md`,
      description: withoutHidden(description),
      mimeType: 'text/markdown',
    }))
    return { resources }
  })
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, ctx) => {
    await admitReading(ctx)
    const skill = (await inScope()).find(({ manifest }) => uriOf(manifest.name) === uri)
    if (skill === undefined) throw new ResourceNotFoundError(uri)
    return { contents: [{ uri, mimeType: 'text/markdown', text: await instructionsOf(skill) }] }
  })

  server.setRequestHandler('prompts/list', async (_, ctx) => {
    await admitReading(ctx)
    const prompts = (await own(promptSkillsOf(ports, caller()))).map(({ manifest: { name, description } }) => ({
      name,
      description: withoutHidden(description),
      arguments: [{ name: 'request', description: 'What the person wants.', required: false }],
    }))
    return { prompts }
  })
  server.setRequestHandler('prompts/get', async ({ params }, ctx) => {
    await admitReading(ctx)
    const skill = (await own(promptSkillsOf(ports, caller()))).find(({ manifest }) => manifest.name === params.name)
    if (skill === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt with this name.')
    const request = params.arguments?.request
    const text = [await instructionsOf(skill), ...(request === undefined ? [] : [withoutHidden(request)])].join('\n\n')
    return {
      description: withoutHidden(skill.manifest.description),
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    }
  })
  return server
}

const uriOf = (name: string): string => `skill://${name}/SKILL.md`

async function instructionsOf(skill: LoadedSkill): Promise<string> {
  const read = await readInstructions(skill)
  if (read.ok) return withoutHidden(read.text)
  throw new ProtocolError(ProtocolErrorCode.InternalError, `The text of this skill cannot be read: ${read.reason}.`)
}

/** Whether the client can ask the person a question. */
function canElicit(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** The person's answer to the question that this request names. Undefined: the person was not asked yet. */
function answerIn({ mcpReq }: ServerContext): ToolCall['answer'] {
  if (mcpReq.inputResponses === undefined) return undefined
  return {
    // A state that is no id names no question.
    confirmationId: ConfirmationId.safeParse(mcpReq.requestState()).data ?? '',
    // Anything but a clear yes is a no.
    confirmed: acceptedContent(mcpReq.inputResponses, 'agreement', Agreement)?.agree === true,
  }
}

function resultOf(answer: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
    ...(answer.status === 'error' ? { isError: true } : {}),
  }
}

/** Every tool has the same output schema. The protocol requires an object at its root. */
const { $schema: _, ...answerSchema } = z.toJSONSchema(ToolAnswer, { unrepresentable: 'any', io: 'output' })
const outputSchema = { type: 'object' as const, required: ['status', 'message'], ...answerSchema }

/** A function as an MCP tool. */
const mcpTool = ({ name, description, parameters, readOnly, destructive, reachesOut }: Tool) => ({
  name,
  description,
  inputSchema: { ...parameters, type: 'object' as const },
  outputSchema,
  annotations: {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: readOnly,
    openWorldHint: reachesOut,
  },
})
