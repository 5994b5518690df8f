import * as z from 'zod'
import { withoutHidden } from './hidden-text.ts'
import { HostOp } from './journal.ts'
import { Json } from './skill-io.ts'

/** The largest request that a skill may send: its body in bytes, its headers in characters, names included. */
export const maxRequestBodyBytes = 1024 * 1024
export const maxRequestHeaderSize = 32 * 1024

/**
 * The arguments of each host call, as a sandbox sends them. A sandbox can send anything, so the seam parses them with
 * these schemas before it reads a field.
 */
export const FetchArgs = z.strictObject({
  url: z.string().max(16_384),
  method: z.string().max(16).default('GET'),
  headers: z
    .array(z.tuple([z.string().max(256), z.string().max(16_384)]))
    .max(64)
    .default([]),
  /** Text, or bytes as base64. */
  body: z
    .union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })])
    .nullable()
    .default(null),
  timeoutMs: z.number().positive().max(600_000).nullable().default(null),
})
export type FetchArgs = z.infer<typeof FetchArgs>

/** The JSON part of a fetch's answer. The body's bytes travel separately. */
export const FetchHead = z.strictObject({
  status: z.int(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
})
export type FetchHead = z.infer<typeof FetchHead>

export const SecretArgs = z.strictObject({ name: z.string().max(64) })

export const TimeOffsetArgs = z.strictObject({
  pairs: z.array(z.tuple([z.string().max(64), z.string().max(32)])).max(5000),
})

export const SettingArgs = z.strictObject({ name: z.string().max(64) })
export const SettingKeysArgs = z.strictObject({})

/** The longest prompt, in characters. */
const longestPrompt = 256 * 1024
export const LlmArgs = z.strictObject({
  prompt: z.string().min(1, 'is empty').max(longestPrompt, `is longer than ${longestPrompt} characters: shorten it`),
  model: z
    .string()
    .min(1, 'is empty: leave it out for "default"')
    .max(64, 'is longer than 64 characters')
    .default('default'),
})

/**
 * Removes hidden characters from the prompt: a prompt often contains text of a provider or a stranger, which can hide
 * instructions in them. The caller's model gets the same prompt.
 */
export const PredictArgs = LlmArgs.extend({
  prompt: LlmArgs.shape.prompt
    .transform(withoutHidden)
    .refine((prompt) => prompt.trim() !== '', 'has no visible characters'),
})

/** The most entries of one recall, and the length of each in characters. */
const mostRecalled = 20
export const longestRecalled = 500
/** Every word of the query must occur in an entry. An empty query finds the latest entries. */
export const RecallArgs = z.strictObject({
  query: z.string('must be text').max(200, 'is longer than 200 characters').default(''),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(mostRecalled, `must be at most ${mostRecalled}`)
    .default(5),
})
export type RecallArgs = z.infer<typeof RecallArgs>

/** The longest message, in characters. It fits into one journal entry even if every character is escaped. */
const longestMessage = 1500
/**
 * A message to the operator. There is no field for a recipient: only the operator's configuration names one. Line
 * breaks and tabs are the only control characters.
 */
export const OperatorMessage = z.strictObject({
  text: z
    .string('must be text')
    .max(longestMessage, `is longer than ${longestMessage} characters: shorten it`)
    .refine((text) => text.trim() !== '', 'is empty')
    .refine(
      (text) => withoutHidden(text) === text,
      'has control characters, direction marks or invisible characters: remove them',
    ),
  urgent: z.boolean('must be true or false').default(false),
})
export type OperatorMessage = z.infer<typeof OperatorMessage>
export const MessageArgs = z.strictObject({ message: OperatorMessage })

/**
 * The answer to `messages.send`. The message is delivered only if the execution succeeds. `to` is the operator's name.
 */
export const MessageNoted = z.strictObject({ noted: z.literal(true), to: z.string() })
export type MessageNoted = z.infer<typeof MessageNoted>

/** The largest file that a skill may read or write, in bytes of UTF-8. */
export const maxFileBytes = 1024 * 1024
/** Below the skill's own folder. Links, `.` and `..` are never followed. */
const FilePath = z
  .string('must be text')
  .max(1024, 'is longer than 1024 characters')
  .regex(
    /^(?!\.{1,2}(?:\/|$))[^/\\\p{C}]{1,255}(?:\/(?!\.{1,2}(?:\/|$))[^/\\\p{C}]{1,255}){0,7}$/u,
    'must be a relative path like notes/today.txt, at most 8 names deep, without . and ..',
  )
export const FileReadArgs = z.strictObject({ path: FilePath })
export const FileWriteArgs = z.strictObject({ path: FilePath, text: z.string('must be text').max(maxFileBytes) })
export const FileWritten = z.strictObject({ bytes: z.int().nonnegative() })
export type FileWritten = z.infer<typeof FileWritten>

/** The size of all arguments of a command together, in characters. */
const maxArgumentSize = 64 * 1024
const withoutNul = (text: string) => !text.includes('\0')
export const ExecArgs = z.strictObject({
  name: z.string('must be text').max(64, 'is longer than 64 characters'),
  args: z
    .array(
      z.string('must be text').max(16_384, 'is longer than 16384 characters').refine(withoutNul, 'has a NUL character'),
    )
    .max(64, 'has more than 64 items')
    .refine((args) => args.reduce((size, arg) => size + arg.length, 0) <= maxArgumentSize, 'is too long altogether')
    .default([]),
  stdin: z
    .string('must be text')
    .max(1024 * 1024, 'is longer than 1048576 characters')
    .default(''),
  timeoutMs: z.number('must be a number').positive('must be positive').max(600_000).nullable().default(null),
})
export type ExecArgs = z.infer<typeof ExecArgs>
/** The end of a command. `code`: its exit code; for a signal, 128 plus the signal number, as in a shell. */
export const ExecResult = z.strictObject({ code: z.int(), stdout: z.string(), stderr: z.string() })
export type ExecResult = z.infer<typeof ExecResult>
/** The phone call or chat during which a skill runs. Unknown fields are empty. */
export const CallContext = z.strictObject({
  id: z.string().max(200).default(''),
  /** The channel of the call: `phone`, `chat` and the like. */
  channel: z.string().max(40).default(''),
  caller_id: z.string().max(200).default(''),
  transcript: z
    .string()
    .max(64 * 1024)
    .default(''),
})
export type CallContext = z.infer<typeof CallContext>
export const CallContextArgs = z.strictObject({})
export const CallContextAnswer = z.strictObject({
  call: CallContext,
  operator: z.strictObject({ name: z.string(), telegram_id: z.string().optional() }),
})

/** The longest payload for the operator's gateway, as JSON in characters. */
const longestPayload = 32 * 1024
export const GatewayArgs = z.strictObject({
  payload: z
    .record(z.string(), Json, 'must be an object')
    .refine(
      (payload) => JSON.stringify(payload).length <= longestPayload,
      `is longer than ${longestPayload} characters as JSON`,
    ),
})

/** The longest entry of the call log, as JSON in characters. It fits into one journal entry. */
const longestLogged = 3000
/** An entry of the call log. */
export const CallLogArgs = z.strictObject({
  entry: z
    .record(z.string(), Json, 'must be an object')
    .refine(
      (entry) => JSON.stringify(entry).length <= longestLogged,
      `is longer than ${longestLogged} characters as JSON`,
    ),
})

export const LogArgs = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  text: z.string(),
})
export type LogArgs = z.infer<typeof LogArgs>

/**
 * Reserved for the platform, with all subdomains: no manifest may declare them, and they never resolve to an outside
 * host.
 */
export const platformDomain = 'travel.internal'
/** The host to which a container's harness sends its host calls: `POST https://runner.travel.internal/call`. */
export const hostCallsHost = `runner.${platformDomain}`

/**
 * The JSON body of a request to `hostCallsHost`. The schemas above define `args` for each `op`. `seq` counts the calls
 * from 0 and sets their order.
 */
export const HostCallRequest = z.strictObject({ seq: z.int().nonnegative().optional(), op: HostOp, args: Json })

/** The JSON body of the response; `body` is Base64. A call that ends the execution gets no response. */
export type HostCallReply =
  | { readonly kind: 'value'; readonly value: Json; readonly body?: string }
  | { readonly kind: 'rejected'; readonly name: string; readonly message: string }
  /** The answer arrives later, in another run of the same program. */
  | { readonly kind: 'suspend' }
