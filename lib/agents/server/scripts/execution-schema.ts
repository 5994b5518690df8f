import * as z from 'zod'
import { ErrorCode, Fault } from '#runner/contract/errors.ts'
import { languageNames, ScriptLanguage } from '#runner/contract/script-language.ts'
import { Json } from '#runner/contract/skill-io.ts'

/** The longest `cache_s`. */
const longestCacheS = 30 * 24 * 60 * 60

/** What an agent sends to execute a script. */
export const NewExecution = z.strictObject({
  /** `ark_…` */
  profile_id: z.string().max(100),
  script: z.string(),
  /**
   * Absent: the language in which the script is valid. A script that is valid in several languages runs in the language
   * that its profile prefers, which is Python unless the operator chooses another one.
   */
  language: ScriptLanguage.optional(),
  /** In seconds, at most the profile's limit. Absent: the profile's limit. */
  timeout: z.number().optional(),
  /** A repeated request with the same key returns the same execution. */
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .optional(),
  /** Accept the result of the same script, profile and credentials if it is at most this many seconds old. */
  cache_s: z.int().min(1).max(longestCacheS).optional(),
})
export type NewExecution = z.infer<typeof NewExecution>

/** The answer of the agent's model. Without an answer: the reason, which `llm.complete` throws. */
export const LlmAnswer = z
  .strictObject({
    response: z.string().optional(),
    error: z.string().min(1).max(4096).optional(),
    /** The `llm_request.number` of the answered request. May be absent for the first request of an execution only. */
    number: z.int().nonnegative().optional(),
  })
  .refine(({ response, error }) => (response === undefined) !== (error === undefined), {
    path: ['response'],
    message: 'must be given, or error, but not both',
  })
export type LlmAnswer = z.infer<typeof LlmAnswer>

export const ExecutionStatus = z.enum(['pending', 'running', 'awaiting_llm', 'completed', 'error', 'timeout'])
export type ExecutionStatus = z.infer<typeof ExecutionStatus>

export const AcceptedExecution = z.strictObject({
  execution_id: z.string(),
  poll_url: z.string(),
  status: ExecutionStatus,
  /** The language in which the script runs. */
  language: ScriptLanguage,
  /** Present if the script is valid in several languages and the request names none. Says what to send to choose. */
  language_note: z.string().optional(),
  /** True if this is an earlier execution whose result answers the request. */
  cached: z.boolean().optional(),
})
export type AcceptedExecution = z.infer<typeof AcceptedExecution>

/** The `language_note` of a script whose language the app chose. */
export function guessNote(language: ScriptLanguage): string {
  const names = ScriptLanguage.options.map((one) => languageNames[one]).join(' and ')
  const others = ScriptLanguage.options.filter((one) => one !== language).map((one) => `"${one}"`)
  return `The script is valid ${names}, and runs as ${languageNames[language]}. Send "language": ${others.join(' or ')} to run it in the other one.`
}

const printed = { stdout: z.string(), stderr: z.string(), execution_time_ms: z.int(), fuel: z.number() }
const execution = { execution_id: z.string() }

/** An execution as its agent sees it. `fuel`: in units of 1,000,000 instructions. */
export const ExecutionView = z.discriminatedUnion('status', [
  z.strictObject({ ...execution, status: z.enum(['pending', 'running']) }),
  z.strictObject({
    ...execution,
    status: z.literal('awaiting_llm'),
    llm_request: z.strictObject({ number: z.int(), prompt: z.string(), model: z.string() }),
    /** When the execution ends with `timeout` if no answer comes. */
    expires_at: z.iso.datetime().nullable(),
  }),
  z.strictObject({
    ...execution,
    status: z.literal('completed'),
    result: Json,
    /** What may be wrong although the script ended without an error. Absent: nothing is known. */
    notice: z.string().optional(),
    ...printed,
  }),
  z.strictObject({
    ...execution,
    status: z.enum(['error', 'timeout']),
    error: z.string(),
    error_code: ErrorCode,
    /** The case within the code. Absent: the code has only one. */
    reason: z.string().optional(),
    /** Who is at fault. The author is the sender of the script. */
    fault: Fault,
    /** The line of the script that threw, from 1. Absent if unknown. */
    error_line: z.int().optional(),
    ...printed,
  }),
])
export type ExecutionView = z.infer<typeof ExecutionView>

/** `wait`: the most seconds to wait for the execution to end or to ask the agent's model. */
export const ExecutionQuery = z.strictObject({ wait: z.coerce.number().min(0).max(60).default(0) })

export const RespondedExecution = z.strictObject({ ...execution, status: z.literal('running') })
export type RespondedExecution = z.infer<typeof RespondedExecution>
