import type * as z from 'zod'
import type { ErrorCode } from '#runner/contract/errors.ts'
import type { ConsoleScope } from '../../model/console-token.ts'

/**
 * The required caller. `anyone`: no authentication, with the public principal. `visitor`: a session; if a changing
 * request from our own page has none, the route starts a guest session. `operator`: the session of an operator, or a token
 * that an operator made for scripts, if the route declares a scope.
 */
export type Who = 'anyone' | 'visitor' | 'session' | 'operator'

type Answer = {
  readonly description: string
  /** Absent: the body has no schema. */
  readonly schema?: z.ZodType
  /** Absent: application/json. */
  readonly type?: string
}

/** What a route says about itself in the description of the API. */
export type ApiOperation = {
  /** The operation's id. */
  readonly operation: string
  readonly summary: string
  /** The answers by status. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Codes of errors that do not follow from the caller, the path and the input. Absent: none. */
  readonly errors?: readonly ErrorCode[]
  /** The body of a call whose skill or function failed, and its error codes. Absent: errors have only a Refusal. */
  readonly failures?: { readonly schema: z.ZodType; readonly codes: readonly ErrorCode[] }
}

/** A route that is not part of the described API. */
export type Undescribed = { readonly [Name in keyof ApiOperation]?: never }

/** The part of a route's declaration from which the description of the API is made. */
export type RouteDescription = (ApiOperation | Undescribed) & {
  readonly who: Who
  readonly scope?: ConsoleScope
  readonly needsFreshSignIn?: true
  /** Whether the proof of an earlier call stands for this one too. Absent: it never does. */
  readonly isProved?: unknown
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly checkFirst?: { readonly credential?: 'profile' | 'agentKey'; readonly header?: string }
}
