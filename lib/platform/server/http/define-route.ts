import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { type Principal, publicPrincipal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/core/ports.ts'
import { jsonInSlices } from '#runner/slices/work-on-json.ts'
import { type Context, contextOf } from '../auth/context.ts'
import type { DiskRoom } from '../health/disk-room.ts'
import { clientKeyOf } from './client-address.ts'
import { parseInput } from './input-error.ts'
import { isSafeMethod, mayChange, type OriginCheck } from './origin.ts'
import { type Outcome, refusalResponse, refuse, refuseBecause, refuseTooMany } from './outcome.ts'
import { createQueryParser } from './parse-query.ts'
import type { RateLimits, RatePolicyName } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { requestIdOf } from './request-id.ts'
import { queryOf } from './request-target.ts'
import { whileSending } from './while-sending.ts'
import { withoutTokens } from './without-tokens.ts'

/**
 * The required caller. `anyone`: no authentication, with the public principal. `visitor`: a session; if a changing
 * request from our own page has none, the route starts a guest session.
 */
export type Who = 'anyone' | 'visitor' | 'session' | 'operator'

/** A handler's result: an operation's outcome or a body to encode as JSON, or its own response (a stream). */
export type RouteResult =
  | Response
  | Outcome<unknown>
  | { readonly body: unknown; readonly status?: number; readonly headers?: Record<string, string> }

export type RouteContext<Input, Params, Query = undefined, First = unknown> = {
  readonly context: Context
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
}

export type RoutePorts = {
  /** The principal of the request's session; null without a valid one. */
  authenticate(request: Request): Promise<Principal | null>
  /** Starts a guest session and sets its cookie on the response. */
  beginGuest(request: Request): Promise<Outcome<Principal>>
  readonly checkOrigin: OriginCheck
  readonly limits: RateLimits
  readonly diskRoom: DiskRoom
  readonly log: Log
}

type Declaration<Input, Params, Query, First> = {
  who: Who
  limit: RatePolicyName
  /** The status of an outcome that is a success. Default: 200. */
  status?: number
  /** Path parameters. An invalid one is NOT_FOUND, like any unknown id. */
  params?: z.ZodType<Params>
  /** Refuses a request before its query and body are read. */
  checkFirst?(call: { readonly request: Request; readonly params: Params }): Promise<Outcome<First>>
  handle(context: RouteContext<Input, Params, Query, First>): RouteResult | Promise<RouteResult>
}
type WithQuery<Schema extends z.ZodObject, Params, First> = Declaration<z.output<Schema>, Params, undefined, First> & {
  query: Schema
  body?: never
}
type WithBody<Schema extends z.ZodType, Params, First> = Declaration<z.output<Schema>, Params, undefined, First> & {
  body: Schema
  query?: never
  bodyLimitBytes?: number
}
type WithBoth<Schema extends z.ZodType, Query extends z.ZodObject, Params, First> = Declaration<
  z.output<Schema>,
  Params,
  z.output<Query>,
  First
> & {
  body: Schema
  query: Query
}
type WithNeither<Params, First> = Declaration<undefined, Params, undefined, First> & { query?: never; body?: never }

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> }
/** The type of a method's export in a Next route file. */
export type RouteHandler = (request: Request, context?: NextContext) => Promise<Response>

export type DefineRoute = {
  <Schema extends z.ZodObject, Params = undefined, First = unknown>(
    declaration: WithQuery<Schema, Params, First>,
  ): RouteHandler
  <Schema extends z.ZodType, Params = undefined, First = unknown>(
    declaration: WithBody<Schema, Params, First>,
  ): RouteHandler
  <Schema extends z.ZodType, Query extends z.ZodObject, Params = undefined, First = unknown>(
    declaration: WithBoth<Schema, Query, Params, First>,
  ): RouteHandler
  <Params = undefined, First = unknown>(declaration: WithNeither<Params, First>): RouteHandler
}

const defaultBodyLimitBytes = 256 * 1024

/**
 * Creates `defineRoute`. Every request takes the same steps: request id, origin, disk space, authentication, rate
 * limit, turn, the route's own first check, input, a visitor's new session, operation, encoding. A refusal becomes
 * `{ error: { code, message, details? } }` with the code's status. A thrown error becomes INTERNAL with the request id,
 * and the log gets its cause.
 *
 * @param getPorts called once per request, so that a route file can be loaded before the database exists
 */
export function createDefineRoute(getPorts: () => RoutePorts | Promise<RoutePorts>): DefineRoute {
  function defineRoute(
    declaration: Declaration<unknown, unknown, unknown, unknown> & {
      query?: z.ZodObject
      body?: z.ZodType
      bodyLimitBytes?: number
    },
  ): RouteHandler {
    const parseQuery = declaration.query && createQueryParser(declaration.query)

    const readBody = async (body: z.ZodType, request: Request): Promise<Outcome<unknown>> => {
      const json = await readJson(request, declaration.bodyLimitBytes ?? defaultBodyLimitBytes)
      return json.ok ? parseInput(body, json.value, 'body') : json
    }

    const answer = async (
      request: Request,
      context: NextContext | undefined,
      requestId: string,
      ports: RoutePorts,
    ): Promise<RouteResult> => {
      if (!mayChange(ports.checkOrigin, request)) return foreignOrigin
      // On a full disk, routes that store a session, executions or provider answers would fail midway.
      // A route for anyone stores nothing, unless it takes a body.
      const stores = declaration.who !== 'anyone' || declaration.body !== undefined
      const diskProblem = stores ? ports.diskRoom.problem() : undefined
      if (diskProblem !== undefined) return refuse('STORAGE_FULL', { message: diskProblem })
      const admitted = await admit(declaration.who, request, ports)
      if (!admitted.ok) return admitted
      const { value } = admitted
      const address = clientKeyOf(request.headers)
      const { limitKey } = contextOf(value === 'new guest' ? publicPrincipal : value, address)
      const verdict = await ports.limits.take(declaration.limit, limitKey)
      if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
      const entered = await ports.limits.enter(declaration.limit, limitKey, request.signal)
      if (!entered.ok) return refuseTooMany(entered.retryAfterMs)
      using held = new DisposableStack()
      held.use(entered.turn)
      request.signal.throwIfAborted()
      const params = declaration.params?.safeParse(await context?.params)
      if (params?.success === false) return refuse('NOT_FOUND')
      const first = await declaration.checkFirst?.({ request, params: params?.data })
      if (first?.ok === false) return first
      const query = parseQuery?.(queryOf(request))
      if (query?.ok === false) return query
      const body = declaration.body && (await readBody(declaration.body, request))
      if (body?.ok === false) return body
      // Starts the guest session last, so that a refused request leaves no guest behind.
      const caller: Outcome<Principal> = value === 'new guest' ? await ports.beginGuest(request) : { ok: true, value }
      if (!caller.ok) return caller
      const { signal } = request
      const result = await declaration.handle({
        context: contextOf(caller.value, address),
        first: first?.value,
        input: (body ?? query)?.value,
        query: query?.value,
        params: params?.data,
        request,
        requestId,
        signal,
      })
      // The body of HEAD is never sent.
      return result instanceof Response && request.method !== 'HEAD' ? whileSending(result, held.move()) : result
    }

    return async (request, context) => {
      const requestId = requestIdOf(request.headers, randomBytes)
      let ports: RoutePorts | undefined
      try {
        ports = await getPorts()
        return finish(
          request,
          await encode(await answer(request, context, requestId, ports), declaration.status),
          requestId,
        )
      } catch (cause) {
        if (request.signal.aborted) return finish(request, refusalResponse(refuse('CANCELLED')), requestId)
        const { pathname } = new URL(request.url)
        ports?.log.error('A route failed', { requestId, method: request.method, path: withoutTokens(pathname), cause })
        if (ports === undefined) console.error('A route could not reach its services', requestId, cause)
        return finish(request, refusalResponse(refuse('INTERNAL', { facts: { id: requestId } })), requestId)
      }
    }
  }
  return defineRoute
}

const foreignOrigin = refuseBecause('foreign_origin')

/** `new guest`: a visitor whose session has not started yet. */
type Visitor = Principal | 'new guest'

async function admit(who: Who, request: Request, ports: RoutePorts): Promise<Outcome<Visitor>> {
  if (who === 'anyone') return { ok: true, value: publicPrincipal }
  const principal = await ports.authenticate(request)
  if (principal === null) {
    const mayBegin = who === 'visitor' && !isSafeMethod(request.method) && ports.checkOrigin(request.headers) === 'own'
    return mayBegin ? { ok: true, value: 'new guest' } : refuse('UNAUTHENTICATED')
  }
  if (who === 'operator' && principal.role !== 'operator') return refuse('FORBIDDEN')
  return { ok: true, value: principal }
}

/** `success`: the status of an outcome with a value. */
async function encode(result: RouteResult, success = 200): Promise<Response> {
  if (result instanceof Response) return result
  if ('error' in result) return refusalResponse(result)
  if ('value' in result) return encode({ body: result.value, status: success })
  const { body, status = 200, headers = {} } = result
  if (typeof body !== 'object' || body === null) return Response.json(body, { status, headers })
  return new Response(await jsonInSlices(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Adds the headers of every response. By default a response is personal and not cached. */
function finish(request: Request, response: Response, requestId: string): Response {
  const headers = new Headers(response.headers)
  headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  const { status, statusText } = response
  return new Response(request.method === 'HEAD' ? null : response.body, { status, statusText, headers })
}
