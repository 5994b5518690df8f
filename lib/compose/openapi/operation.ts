import type * as z from 'zod'
import type { ErrorCode } from '#runner/contract/errors.ts'

type Answer = {
  readonly description: string
  /** Absent: the body has no schema. */
  readonly schema?: z.ZodType
  /** Absent: application/json. */
  readonly type?: string
}

/** One call of the HTTP API, with the schemas of its request and its answers. */
export type ApiOperation = {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** With parameters in braces: `/profiles/{id}`. */
  readonly path: string
  readonly id: string
  readonly summary: string
  /** Who may call. `agent`: anyone with the id in the path or body. `key`: anyone with a key of the path's agent. */
  readonly who: 'anyone' | 'session' | 'agent' | 'key'
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, Answer>>
  /** Codes of errors that do not follow from the caller, the path and the input. Absent: none. */
  readonly errors?: readonly ErrorCode[]
  /** The body of a call whose skill or function failed, and its error codes. Absent: errors have only a Refusal. */
  readonly failures?: { readonly schema: z.ZodType; readonly codes: readonly ErrorCode[] }
}

type Described = Omit<ApiOperation, 'method' | 'path' | 'id' | 'who'>

/** The functions that describe calls of one kind of caller. */
function callsOf(who: ApiOperation['who']) {
  const by = (method: ApiOperation['method']) => (path: string, id: string, described: Described) => {
    const operation: ApiOperation = { method, path, id, who, ...described }
    return operation
  }
  return { get: by('get'), post: by('post'), patch: by('patch'), delete: by('delete') }
}

export const anyone = callsOf('anyone')
export const session = callsOf('session')
export const agent = callsOf('agent')
export const key = callsOf('key')

/** The errors with which a skill can end. */
export const skillFailures: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'API_INVALID_PARAMS',
  'CAPABILITY_DENIED',
  'EGRESS_BLOCKED',
  'NOT_CONFIGURED',
  'OUT_OF_FUEL',
  'OUT_OF_MEMORY',
  'OUTPUT_TOO_LARGE',
  'RATE_LIMITED',
  'CANCELLED',
  'INTERNAL',
  'INVALID_OUTPUT',
  'SKILL_CRASHED',
  'API_UNAVAILABLE',
  'API_AUTH_FAILED',
  'API_RATE_LIMITED',
  'RUNTIME_UNAVAILABLE',
  'TIMEOUT',
  'API_TIMEOUT',
]
