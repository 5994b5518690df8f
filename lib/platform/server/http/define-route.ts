import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { type Principal, publicPrincipal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/core/ports.ts'
import { withFairKey } from '#runner/queue/fair-key.ts'
import { jsonInSlices } from '#runner/slices/work-on-json.ts'
import type { ConsoleScope } from '../../model/console-token.ts'
import { type Context, contextOf } from '../auth/context.ts'
import { inSpan, noTracing, type Tracing } from '../telemetry/tracing.ts'
import { clientKeyOf } from './client-address.ts'
import { createQueryParser, parseInput } from './input-error.ts'
import { isSafeMethod, mayChange, type OriginCheck } from './origin.ts'
import {
  type Outcome,
  refusalResponse,
  refuse,
  refuseBecause,
  refuseThrown,
  refuseTooMany,
  refuseWork,
  type WorkDoor,
} from './outcome.ts'
import type { RateLimits, RatePolicyName } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { requestIdOf, withoutTokens } from './request-id.ts'
import { queryOf } from './request-target.ts'
import type { ApiOperation, RouteDescription, Undescribed, Who } from './route-description.ts'
import { routeMethods } from './route-methods.ts'
import { whileSending } from './while-sending.ts'

/** A handler's result: an operation's outcome or a body to encode as JSON, or its own response (a stream). */
export type RouteResult =
  | Response
  | Outcome<unknown>
  | { readonly body: unknown; readonly status?: number; readonly headers?: Record<string, string> }

type RouteContext<Services, Input, Params, Query = undefined, First = unknown> = {
  readonly context: Context
  readonly services: Services
  /** The value of `checkFirst`. */
  readonly first: First
  /** The body, or the query of a route without a body. */
  readonly input: Input
  /** The query of a route that also has a body. */
  readonly query: Query
  readonly params: Params
  readonly request: Request
  readonly requestId: string
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** The caller's turn, which ends when the response has been sent. A stream that moves it ends it itself. */
  readonly turn: DisposableStack
}

export type RoutePorts = WorkDoor & {
  /** The principal of the request's session; null without a valid one. */
  authenticate(request: Request): Promise<Principal | null>
  /** Starts a guest session and adds its cookie to the headers of the answer. */
  beginGuest(request: Request, answer: Headers): Promise<Outcome<Principal>>
  /** The principal of the token in the request, if the token has the scope. Absent: no token is accepted. */
  admitToken(request: Request, scope: ConsoleScope | undefined): Promise<Outcome<Principal>>
  /** Uses up the session's proof that the person is present. */
  requireFreshSignIn(request: Request): Promise<Outcome<undefined>>
  readonly checkOrigin: OriginCheck
  readonly limits: RateLimits
  /** Absent: no spans. */
  readonly tracing?: Tracing
  readonly log: Log
}

/** A route's own check of the caller, before its query and body are read. */
type FirstCheck<Services, Params, First> = {
  /** The credential that it checks. Absent: none. */
  readonly credential?: 'profile' | 'agentKey'
  /** Another header that it reads. Absent: none. */
  readonly header?: string
  check(call: {
    readonly request: Request
    readonly params: Params
    readonly services: Services
  }): Promise<Outcome<First>>
}

type Declaration<Services, Input, Params, Query, First> = (ApiOperation | Undescribed) & {
  readonly who: Who
  readonly limit: RatePolicyName
  /** The scope with which a token may call a route of operators. Absent: no token may. */
  readonly scope?: ConsoleScope
  /** The person must have entered the password, or signed in at the provider, just before. */
  readonly needsFreshSignIn?: true
  /** Whether the proof of an earlier call stands for this one too. Absent: it never does. */
  isProved?(call: { readonly context: Context; readonly params: Params; readonly services: Services }): boolean
  /** The status of an outcome that is a success. Default: 200. */
  readonly status?: number
  /** Parses the body of a success before it is sent. Absent: the body is sent as the handler gave it. */
  readonly output?: z.ZodType
  /** Path parameters. An invalid one is NOT_FOUND, like any unknown id. */
  readonly params?: z.ZodType<Params>
  readonly bodyLimitBytes?: number
  readonly checkFirst?: FirstCheck<Services, Params, First>
  handle(context: RouteContext<Services, Input, Params, Query, First>): RouteResult | Promise<RouteResult>
}

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> }
/** The type of a method's export in a Next route file, with the declaration of its route. */
export type RouteHandler = ((request: Request, context?: NextContext) => Promise<Response>) & {
  readonly declared: RouteDescription
}

type Define<Services, Defined> = {
  <Query extends z.ZodObject, Params = undefined, First = unknown>(
    declaration: Declaration<Services, z.output<Query>, Params, undefined, First> & {
      readonly query: Query
      readonly body?: never
    },
  ): Defined
  <Body extends z.ZodType, Params = undefined, First = unknown>(
    declaration: Declaration<Services, z.output<Body>, Params, undefined, First> & {
      readonly body: Body
      readonly query?: never
    },
  ): Defined
  <Body extends z.ZodType, Query extends z.ZodObject, Params = undefined, First = unknown>(
    declaration: Declaration<Services, z.output<Body>, Params, z.output<Query>, First> & {
      readonly body: Body
      readonly query: Query
    },
  ): Defined
  <Params = undefined, First = unknown>(
    declaration: Declaration<Services, undefined, Params, undefined, First> & {
      readonly query?: never
      readonly body?: never
    },
  ): Defined
}

type RouteFile = ReturnType<typeof routeMethods<RouteHandler>>

/** `Services`: what the checks and handlers of routes may use. */
export type DefineRoute<Services> = Define<Services, RouteHandler> & {
  /** Declares a route whose file answers only this method, and returns all exports of the file. */
  readonly [Method in 'get' | 'post' | 'delete']: Define<Services, RouteFile>
}

const defaultBodyLimitBytes = 256 * 1024

/**
 * Creates `defineRoute`. Every request takes the same steps: request id, origin, room for work, authentication, rate
 * limit, turn, the route's own first check, input, a visitor's new session, a fresh sign-in, operation, encoding. A refusal becomes
 * `{ error: { code, message, details? } }` with the code's status. A thrown error becomes INTERNAL with the request id,
 * or DATABASE_UNAVAILABLE, and the log gets its cause.
 * The handler carries its declaration, from which the description of the API is made.
 *
 * @param getServices called once per request, so that a route file can be loaded before the database exists
 */
export function createDefineRoute<Services extends RoutePorts>(
  getServices: () => Services | Promise<Services>,
): DefineRoute<Services> {
  type Declared = Declaration<Services, unknown, unknown, unknown, unknown> & {
    readonly query?: z.ZodObject
    readonly body?: z.ZodType
  }
  type Asked = {
    readonly request: Request
    readonly context: NextContext | undefined
    readonly requestId: string
    /** Headers of the answer, whatever it is. */
    readonly added: Headers
    readonly services: Services
  }
  function defineRoute(declaration: Declared): RouteHandler {
    const parseQuery = declaration.query && createQueryParser(declaration.query)

    const readBody = async (body: z.ZodType, request: Request): Promise<Outcome<unknown>> => {
      const json = await readJson(request, declaration.bodyLimitBytes ?? defaultBodyLimitBytes)
      return json.ok ? parseInput(body, json.value, 'body') : json
    }

    /** Answers an admitted caller, in the turns of its key. */
    const answerCaller = async (
      { request, context, requestId, added, services }: Asked,
      value: Visitor,
      limitKey: string,
    ): Promise<RouteResult> => {
      const verdict = await services.limits.take(declaration.limit, limitKey)
      if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
      const entered = await services.limits.enter(declaration.limit, limitKey, request.signal)
      if (!entered.ok) return refuseTooMany(entered.retryAfterMs)
      using turn = new DisposableStack()
      turn.use(entered.turn)
      request.signal.throwIfAborted()
      const params = declaration.params?.safeParse(await context?.params)
      if (params?.success === false) return refuse('NOT_FOUND')
      const first = await declaration.checkFirst?.check({ request, params: params?.data, services })
      if (first?.ok === false) return first
      const query = parseQuery?.(queryOf(request))
      if (query?.ok === false) return query
      const body = declaration.body && (await readBody(declaration.body, request))
      if (body?.ok === false) return body
      // Starts the guest session last, so that a refused request leaves no guest behind.
      const caller: Outcome<Principal> =
        value === 'new guest' ? await services.beginGuest(request, added) : { ok: true, value }
      if (!caller.ok) return caller
      const called = contextOf(caller.value, clientKeyOf(request.headers))
      const isProved = declaration.isProved?.({ context: called, params: params?.data, services }) === true
      // The last check, so that a refused request uses up no proof.
      const fresh = declaration.needsFreshSignIn && !isProved ? await services.requireFreshSignIn(request) : undefined
      if (fresh?.ok === false) return fresh
      const { signal } = request
      const result = await declaration.handle({
        context: called,
        services,
        first: first?.value,
        input: (body ?? query)?.value,
        query: query?.value,
        params: params?.data,
        request,
        requestId,
        signal,
        turn,
      })
      // Next neither reads nor cancels the body for a client that has left.
      if (signal.aborted && result instanceof Response) {
        dropBody(result)
        return refuse('CANCELLED')
      }
      // The body of HEAD is never sent.
      const isSent = result instanceof Response && request.method !== 'HEAD'
      return isSent && !turn.disposed ? whileSending(result, turn.move()) : result
    }

    const answer = async (asked: Asked): Promise<RouteResult> => {
      const { request, services } = asked
      if (!mayChange(services.checkOrigin, request)) return foreignOrigin
      // Routes that store a session, executions or provider answers would fail midway on a full disk or in a process
      // that stops. A route for anyone stores nothing, unless it takes a body.
      const stores = declaration.who !== 'anyone' || declaration.body !== undefined
      const closed = stores ? refuseWork(services) : undefined
      if (closed !== undefined) return closed
      const admitted = await admit(declaration, request, services)
      if (!admitted.ok) return admitted
      const { value } = admitted
      const principal = value === 'new guest' ? publicPrincipal : value
      const { limitKey } = contextOf(principal, clientKeyOf(request.headers))
      return withFairKey(limitKey, () => answerCaller(asked, value, limitKey))
    }

    const handler = async (request: Request, context?: NextContext): Promise<Response> => {
      const requestId = requestIdOf(request.headers, randomBytes)
      const added = new Headers({ 'x-request-id': requestId })
      let services: Services | undefined
      try {
        services = await getServices()
        const asked = { request, context, requestId, added, services }
        const attributes = { 'http.request.method': request.method }
        const span = (services.tracing ?? noTracing).open(declaration.operation ?? 'route', {
          ...{ kind: 'SERVER', attributes, within: request.headers },
        })
        return await inSpan(span, async () => {
          const response = await encode(await answer(asked), declaration)
          span.set({ 'http.response.status_code': response.status })
          return finish(request, response, added)
        })
      } catch (cause) {
        if (request.signal.aborted) return finish(request, refusalResponse(refuse('CANCELLED')), added)
        const { pathname } = new URL(request.url)
        services?.log.error('A route failed', {
          requestId,
          method: request.method,
          path: withoutTokens(pathname),
          cause,
        })
        if (services === undefined) console.error('A route could not reach its services', requestId, cause)
        return finish(request, refusalResponse(refuseThrown(cause, requestId)), added)
      }
    }
    return Object.assign(handler, { declared: declaration })
  }
  return Object.assign(defineRoute, {
    get: (declaration: Declared) => routeMethods({ GET: defineRoute(declaration) }),
    post: (declaration: Declared) => routeMethods({ POST: defineRoute(declaration) }),
    delete: (declaration: Declared) => routeMethods({ DELETE: defineRoute(declaration) }),
  })
}

const foreignOrigin = refuseBecause('foreign_origin')

/** `new guest`: a visitor whose session has not started yet. */
type Visitor = Principal | 'new guest'

type Admission = { readonly who: Who; readonly scope?: ConsoleScope }

async function admit({ who, scope }: Admission, request: Request, ports: RoutePorts): Promise<Outcome<Visitor>> {
  if (who === 'anyone') return { ok: true, value: publicPrincipal }
  if (who === 'operator' && request.headers.has('authorization')) {
    // Whatever a route declares, reading changes nothing.
    const mayRead = scope !== 'read' || isSafeMethod(request.method)
    return ports.admitToken(request, mayRead ? scope : undefined)
  }
  const principal = await ports.authenticate(request)
  if (principal === null) {
    const mayBegin = who === 'visitor' && !isSafeMethod(request.method) && ports.checkOrigin(request.headers) === 'own'
    return mayBegin ? { ok: true, value: 'new guest' } : refuse('UNAUTHENTICATED')
  }
  if (who === 'operator' && principal.role !== 'operator') return refuse('FORBIDDEN')
  return { ok: true, value: principal }
}

type Success = { readonly status?: number; readonly output?: z.ZodType }

async function encode(result: RouteResult, success: Success): Promise<Response> {
  if (result instanceof Response) return result
  if ('error' in result) return refusalResponse(result)
  if ('value' in result) return encode({ body: result.value, status: success.status ?? 200 }, success)
  const { status = 200, headers = {} } = result
  const body = success.output ? success.output.parse(result.body) : result.body
  if (typeof body !== 'object' || body === null) return Response.json(body, { status, headers })
  return new Response(await jsonInSlices(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/**
 * The same response with the headers of every response, and for HEAD without its body. By default, a response is personal
 * and not cached.
 */
function finish(request: Request, response: Response, added: Headers): Response {
  const { headers } = response
  for (const [name, value] of added) headers[name === 'set-cookie' ? 'append' : 'set'](name, value)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  if (request.method !== 'HEAD') return response
  dropBody(response)
  return new Response(null, response)
}

/** Tells the source of a body that is not sent, which may hold a turn. */
const dropBody = ({ body }: Response): void => void body?.cancel().catch(() => undefined)
