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
  /** Codes of errors that only this call has. */
  readonly errors: readonly ErrorCode[]
}
