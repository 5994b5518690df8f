import * as z from 'zod'
import { FieldFacts } from './field-facts.ts'

/**
 * The closed list of error codes: one meaning, one HTTP status and one user-facing sentence each.
 * `{…}` in a sentence is replaced by facts that the platform knows, never by a skill's own text.
 */
const table = {
  INVALID_INPUT: { http: 400, sentence: 'The request is not valid: {detail}.' },
  PAYLOAD_TOO_LARGE: { http: 413, sentence: 'The request is larger than the {limit} allowed.' },
  METHOD_NOT_ALLOWED: { http: 405, sentence: 'This address accepts only {detail}.' },
  UNAUTHENTICATED: { http: 401, sentence: 'Sign in or start a guest session first.' },
  FORBIDDEN: { http: 403, sentence: 'This is not allowed for your account.' },
  SKILL_NOT_FOUND: { http: 404, sentence: 'There is no approved skill named {skill}.' },
  SKILL_DISABLED: { http: 409, sentence: 'The skill {skill} is switched off.' },
  NOT_CONFIGURED: { http: 409, sentence: 'The skill {skill} lacks a valid credential. An operator can add it.' },
  NOT_FOUND: { http: 404, sentence: 'Not found, or you have no access to it.' },
  CONFLICT: { http: 409, sentence: 'This is not possible in the current state.' },
  TRUST_EXCEEDED: { http: 403, sentence: 'The skill {skill} needs more trust than this request has.' },
  CONFIRMATION_REQUIRED: { http: 409, sentence: 'The skill {skill} acts for you and needs your confirmation first.' },
  CAPABILITY_DENIED: {
    http: 403,
    sentence: 'The skill {skill} used a capability that it did not declare, and was stopped.',
  },
  CAPABILITY_REVOKED: {
    http: 403,
    sentence: 'The operator revoked or never approved a permission that the skill {skill} needs.',
  },
  EGRESS_BLOCKED: {
    http: 403,
    sentence: 'The skill {skill} tried to reach an address that it did not declare, and was stopped.',
  },
  TIMEOUT: { http: 504, sentence: 'The skill {skill} did not finish within {limit}.' },
  OUT_OF_FUEL: { http: 422, sentence: 'The skill {skill} used up its computing budget.' },
  OUT_OF_MEMORY: { http: 422, sentence: 'The skill {skill} used up its memory limit.' },
  OUTPUT_TOO_LARGE: { http: 422, sentence: 'The output of the skill {skill} is larger than its limit.' },
  INVALID_OUTPUT: { http: 502, sentence: 'The output of the skill {skill} does not match its schema.' },
  SKILL_CRASHED: { http: 502, sentence: 'The skill {skill} stopped with an error.' },
  SKILL_FAILED: { http: 422, sentence: 'The skill {skill} reports that it could not do this.' },
  API_TIMEOUT: { http: 504, sentence: '{provider} did not respond within {limit}.' },
  API_UNAVAILABLE: { http: 502, sentence: '{provider} cannot be reached or is not working.' },
  API_RATE_LIMITED: { http: 503, sentence: '{provider} limits how often we may ask. Try again shortly.' },
  API_AUTH_FAILED: { http: 502, sentence: '{provider} did not accept our credentials.' },
  API_INVALID_ANSWER: { http: 502, sentence: '{provider} answered in a form that cannot be read.' },
  API_INVALID_PARAMS: { http: 400, sentence: '{provider} did not accept this search.' },
  RUNTIME_UNAVAILABLE: { http: 503, sentence: 'The runtime that the skill {skill} needs is not available.' },
  STORAGE_FULL: { http: 503, sentence: 'The disk of this app is full: its operator must free space.' },
  DATABASE_UNAVAILABLE: { http: 503, sentence: 'The database of this app does not answer. Try again shortly.' },
  RATE_LIMITED: { http: 429, sentence: 'Too many requests. Try again in {retry}.' },
  REPLAY_DIVERGED: { http: 409, sentence: 'The replay made a call that differs from the recording.' },
  RECORD_NOT_AUTHENTIC: {
    http: 409,
    sentence: 'The record of this execution may have been altered.',
  },
  INTERRUPTED: {
    http: 500,
    sentence:
      'The skill {skill} was interrupted during a request that must not be sent twice. The request may or may not have arrived.',
  },
  CANCELLED: { http: 499, sentence: 'The request was cancelled.' },
  INTERNAL: { http: 500, sentence: 'Something went wrong on our side. It is logged under {id}.' },
} as const satisfies Record<string, { http: number; sentence: string }>

export type ErrorCode = keyof typeof table

const codes = Object.keys(table).filter((code): code is ErrorCode => code in table)

export const ErrorCode = z.enum(codes)

/**
 * The codes that a skill may raise; any other becomes SKILL_CRASHED, and so does CAPABILITY_REVOKED if no permission was
 * withheld.
 */
export const RaisableCode = z.enum([
  'API_TIMEOUT',
  'API_UNAVAILABLE',
  'API_RATE_LIMITED',
  'API_AUTH_FAILED',
  'API_INVALID_ANSWER',
  'API_INVALID_PARAMS',
  'CAPABILITY_REVOKED',
  'INVALID_INPUT',
])
export type RaisableCode = z.infer<typeof RaisableCode>

/** Facts about an error that fill its sentence. */
export type ErrorFacts = Partial<Record<'skill' | 'provider' | 'detail' | 'limit' | 'retry' | 'id', string>>

const unknownFact = {
  skill: '',
  provider: 'The provider',
  detail: 'see the fields',
  limit: 'its limit',
  retry: 'a moment',
  id: 'the request id',
}

/** The HTTP status of a code. */
export function httpStatusOf(code: ErrorCode): number {
  return table[code].http
}

/** The skill name of executions of scripts. */
export const scriptName = 'script'

/** The code's sentence, filled with `facts`. Missing facts are replaced by general words. */
export const sentenceOf = (code: ErrorCode, facts: ErrorFacts = {}): string => fillSentence(table[code].sentence, facts)

/** A sentence of a code or reason, filled like that of a code. */
export function fillSentence(sentence: string, facts: ErrorFacts): string {
  const words: Record<string, string> = { ...unknownFact, ...facts }
  const named = facts.skill === scriptName ? sentence.replace(/skill \{skill\}/, 'script') : sentence
  return named
    .replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
    .replace(/ {2,}/g, ' ')
    .replace(/\?\.$/, '?')
}

/** The values that a message contains, for rendering it in another language. */
export const NamedFacts = z
  .object({
    /** The id of the request or execution in the log entry of the error. */
    id: z.string(),
    /** The largest allowed number. */
    most: z.number(),
    /** The largest allowed number with an account. */
    most_with_account: z.number(),
    /** What is wrong with each field of `details`, where it is known. */
    fields: z.record(z.string(), FieldFacts),
  })
  .partial()
export type NamedFacts = z.infer<typeof NamedFacts>

/**
 * Who is at fault: the caller, the author of the skill or script, the operator of this instance, the provider, or this
 * platform itself.
 */
export const Fault = z.enum(['caller', 'author', 'operator', 'provider', 'platform'])
export type Fault = z.infer<typeof Fault>

/** A case within a code, with its own sentence. `remedy`: what the person at fault, or else the caller, can do. */
export type ReasonRow = {
  readonly code: ErrorCode
  readonly fault: Fault
  readonly sentence: string
  readonly remedy: string
}

/** The fault in words, as the subject of a sentence. */
export const faultNames: Readonly<Record<Fault, string>> = {
  caller: 'the caller',
  author: 'the author of the code',
  operator: 'the operator',
  provider: 'the provider',
  platform: 'this platform',
}

/**
 * An expected error as a value. `details` maps fields to problems: `{ field: sentence }`. `reason` names the case
 * within the code, such as `offer_gone`; absent if the code has only one case. `fault` is always set; only records of
 * earlier releases lack it. `remedy` says what whoever is at fault, or else the caller, can do; entry points add it.
 * `retry_after_ms`, sent with RATE_LIMITED and DATABASE_UNAVAILABLE, is the delay before a retry; over HTTP, the header
 * `Retry-After` has the same delay.
 */
export const ErrorBody = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.record(z.string(), z.string()).optional(),
  retry_after_ms: z.int().positive().optional(),
  reason: z.string().optional(),
  fault: Fault.optional(),
  remedy: z.string().optional(),
  facts: NamedFacts.optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The body of an HTTP refusal before a skill is dispatched. */
export const Refusal = z.object({ error: ErrorBody })
export type Refusal = z.infer<typeof Refusal>
