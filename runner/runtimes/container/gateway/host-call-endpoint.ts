import { type HostCallReply, HostCallRequest, hostCallsHost } from '../../../contract/host-calls.ts'
import type { EndAnswer } from '../../../contract/host-seam.ts'
import { SecretArgs } from '../../../contract/operations/secrets.ts'
import type { Json } from '../../../contract/skill-io.ts'
import { jsonOrNot } from '../../../core/json-or-not.ts'
import { jsonDepth, jsonValues } from '../../../slices/json-depth.ts'
import { jsonBounds } from '../../json-bounds.ts'
import type { GatewayExecution } from './gateway.ts'
import type { GatewayRequest } from './http-door.ts'
import { jsonReply, problem, type Reply } from './reply.ts'

/** How far a call's number may be ahead of the next expected number. */
const maxAhead = 64

/**
 * Resolves when all calls with lower numbers have had their turn. False: the number was already used, or is too far
 * ahead. The caller's code up to its next `await` runs before any later call.
 */
type CallOrder = (seq: number) => Promise<boolean>

/** Lets numbered calls proceed in the order of their numbers, from 0, across all connections. */
export function createCallOrder(): CallOrder {
  const waiting = new Map<number, () => void>()
  let next = 0
  return async (seq) => {
    if (seq < next || seq >= next + maxAhead || waiting.has(seq)) return false
    if (seq > next) await new Promise<void>((resolve) => waiting.set(seq, resolve))
    waiting.delete(seq)
    next += 1
    const following = waiting.get(next)
    // The following call is released only after this call has continued.
    if (following) queueMicrotask(() => queueMicrotask(following))
    return true
  }
}

/** A fetch with the largest body, in Base64, is far smaller. */
export const maxHostCallBytes = 2 * 1024 * 1024
/** Number of JSON values in a request besides its arguments: the object itself, `seq` and `op`. */
const frameValues = 3
const url = `https://${hostCallsHost}/call`

/** Makes the host call that a harness's request describes. The caller acts on an `end`. */
export async function answerHostCall(
  { method, url: asked, body }: Pick<GatewayRequest, 'method' | 'url' | 'body'>,
  execution: Pick<GatewayExecution, 'call' | 'secrets'>,
  order: CallOrder,
): Promise<Reply | EndAnswer> {
  if (asked !== url) return problem(404, 'TypeError', `make host calls with: POST ${url}`)
  if (method !== 'POST') return problem(405, 'TypeError', `make host calls with: POST ${url}`)
  const request = HostCallRequest.safeParse(parseJson(body.toString('utf8')))
  if (!request.success)
    return problem(400, 'TypeError', 'the body is not JSON of the form { "op", "args" } with a known op')

  const { seq, op, args } = request.data
  if (seq !== undefined && !(await order(seq))) {
    return {
      kind: 'end',
      code: 'SKILL_CRASHED',
      reason: `a host call has the number ${seq}, which was already used or is too far ahead`,
    }
  }
  const answer = await execution.call(op, args)
  if (answer.kind === 'end') return answer
  if (answer.kind === 'rejected' || answer.kind === 'suspend') return replyWith(answer)
  if (op === 'secrets.get') return secretReply(args, execution.secrets)
  const bytes = answer.body === undefined ? {} : { body: Buffer.from(answer.body).toString('base64') }
  return replyWith({ kind: 'value', value: answer.value, ...bytes })
}

/** The host answers null, so that no placeholder enters the journal; the real answer is added here. */
function secretReply(args: Json, secrets: GatewayExecution['secrets']): Reply | EndAnswer {
  const { name } = SecretArgs.parse(args)
  const placeholder = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (placeholder === undefined) {
    return { kind: 'end', code: 'CAPABILITY_DENIED', reason: `the secret ${name} is not granted`, cause: 'secrets' }
  }
  if (placeholder === null) {
    return replyWith({ kind: 'rejected', name: 'CapabilityRevoked', message: `The secret ${name} was withheld` })
  }
  return replyWith({ kind: 'value', value: placeholder })
}

const replyWith = (reply: HostCallReply): Reply => jsonReply(reply)

/** Undefined: the text is not JSON, is nested too deeply or has too many values. */
function parseJson(text: string): unknown {
  if (jsonDepth(text) > jsonBounds.depth || jsonValues(text) > jsonBounds.argumentValues + frameValues) return undefined
  return jsonOrNot(text)
}
