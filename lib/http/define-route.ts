import { randomBytes } from 'node:crypto'
import type * as z from 'zod'
import { type Principal, publicPrincipal } from '#runner/contract/principal.ts'
import type { Log } from '#runner/ports.ts'
import { jsonInSlices } from '#runner/slices/work-on-json.ts'
import { clientKeyOf } from './client-address.ts'
import { parseInput } from './input-error.ts'
import { mayChange, type OriginCheck } from './origin.ts'
import { type Outcome, type Refused, refusalResponse, refuse, refuseTooMany } from './outcome.ts'
import { createQueryParser } from './parse-query.ts'
import type { RateLimits, RatePolicyName } from './rate-limit.ts'
import { readJson } from './read-json.ts'
import { requestIdOf } from './request-id.ts'
import { queryOf } from './request-target.ts'

/** Who may call. `anyone` is not asked who they are: their principal is the public one. */
export type Who = 'anyone' | 'session' | 'operator'

/** What a handler gives back: a value to encode as JSON, a refusal, or a response of its own (a stream). */
export type RouteResult =
  | Response
  | Refused
  | { readonly body: unknown; readonly status?: number; readonly headers?: Record<string, string> }

export type RouteContext<Input, Params> = {
  readonly principal: Principal
  readonly input: Input
  readonly params: Params
  readonly request: Request
  readonly requestId: string
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
}

export type RoutePorts = {
  /** The principal of the request's session; null when it has none that stands. */
  authenticate(request: Request): Promise<Principal | null>
  readonly checkOrigin: OriginCheck
  readonly limits: RateLimits
  readonly log: Log
}

type Declaration<Input, Params> = {
  who: Who
  limit: RatePolicyName
  /** Path parameters. One that does not parse is NOT_FOUND, like any unknown id. */
  params?: z.ZodType<Params>
  handle(context: RouteContext<Input, Params>): RouteResult | Promise<RouteResult>
}
type WithQuery<Schema extends z.ZodObject, Params> = Declaration<z.output<Schema>, Params> & {
  query: Schema
  body?: never
}
type WithBody<Schema extends z.ZodType, Params> = Declaration<z.output<Schema>, Params> & {
  body: Schema
  query?: never
  bodyLimitBytes?: number
}
type WithNeither<Params> = Declaration<undefined, Params> & { query?: never; body?: never }

type NextContext = { params: Promise<Record<string, string | string[] | undefined>> }
/** What a Next route file exports under a method's name. */
export type RouteHandler = (request: Request, context?: NextContext) => Promise<Response>

export type DefineRoute = {
  <Schema extends z.ZodObject, Params = undefined>(declaration: WithQuery<Schema, Params>): RouteHandler
  <Schema extends z.ZodType, Params = undefined>(declaration: WithBody<Schema, Params>): RouteHandler
  <Params = undefined>(declaration: WithNeither<Params>): RouteHandler
}

const defaultBodyLimitBytes = 256 * 1024

/**
 * Makes `defineRoute`. Every route goes the same way: request id, origin, authentication, rate limit, input, operation, encoding;
 * a refusal on the way is `{ error: { code, message, details? } }` with the code's status, and a thrown error is INTERNAL with the
 * request id, its cause in the log.
 *
 * @param getPorts called once per request, so that a route file can be loaded before there is a database
 */
export function createDefineRoute(getPorts: () => RoutePorts | Promise<RoutePorts>): DefineRoute {
  function defineRoute(
    declaration: Declaration<unknown, unknown> & { query?: z.ZodObject; body?: z.ZodType; bodyLimitBytes?: number },
  ): RouteHandler {
    const parseQuery = declaration.query && createQueryParser(declaration.query)

    const readInput = async (request: Request): Promise<Outcome<unknown>> => {
      if (parseQuery) return parseQuery(queryOf(request))
      if (!declaration.body) return { ok: true, value: undefined }
      const json = await readJson(request, declaration.bodyLimitBytes ?? defaultBodyLimitBytes)
      return json.ok ? parseInput(declaration.body, json.value, 'body') : json
    }

    const answer = async (
      request: Request,
      context: NextContext | undefined,
      requestId: string,
      ports: RoutePorts,
    ): Promise<RouteResult> => {
      if (!mayChange(ports.checkOrigin, request)) return foreignOrigin
      const admitted = await admit(declaration.who, request, ports)
      if (!admitted.ok) return admitted
      const principal = admitted.value
      const verdict = await ports.limits.take(declaration.limit, limitKeyOf(principal, request.headers))
      if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
      const params = declaration.params?.safeParse(await context?.params)
      if (params?.success === false) return refuse('NOT_FOUND')
      const input = await readInput(request)
      if (!input.ok) return input
      const { signal } = request
      return declaration.handle({ principal, input: input.value, params: params?.data, request, requestId, signal })
    }

    return async (request, context) => {
      const requestId = requestIdOf(request.headers, randomBytes)
      let ports: RoutePorts | undefined
      try {
        ports = await getPorts()
        return finish(request, await encode(await answer(request, context, requestId, ports)), requestId)
      } catch (cause) {
        if (request.signal.aborted) return finish(request, refusalResponse(refuse('CANCELLED')), requestId)
        const { pathname } = new URL(request.url)
        ports?.log.error('A route failed', { requestId, method: request.method, path: pathname, cause })
        if (ports === undefined) console.error('A route could not reach its services', requestId, cause)
        return finish(request, refusalResponse(refuse('INTERNAL', { facts: { id: requestId } })), requestId)
      }
    }
  }
  return defineRoute
}

const foreignOrigin = refuse('FORBIDDEN', {
  message: 'This request comes from another site, or does not say where it comes from. Send it from the app itself.',
})

async function admit(who: Who, request: Request, ports: RoutePorts): Promise<Outcome<Principal>> {
  if (who === 'anyone') return { ok: true, value: publicPrincipal }
  const principal = await ports.authenticate(request)
  if (principal === null) return refuse('UNAUTHENTICATED')
  if (who === 'operator' && principal.role !== 'operator') return refuse('FORBIDDEN')
  return { ok: true, value: principal }
}

/** A guest is counted by address: a new guest costs nothing, so its id would be no limit. */
function limitKeyOf(principal: Principal, headers: Headers): string {
  return principal.role === 'guest' ? `address ${clientKeyOf(headers)}` : principal.id
}

async function encode(result: RouteResult): Promise<Response> {
  if (result instanceof Response) return result
  if ('error' in result) return refusalResponse(result)
  const { body, status = 200, headers = {} } = result
  if (typeof body !== 'object' || body === null) return Response.json(body, { status, headers })
  return new Response(await jsonInSlices(body), { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Adds what every answer carries. Without a statement of its own an answer is personal and not to be stored. */
function finish(request: Request, response: Response, requestId: string): Response {
  const headers = new Headers(response.headers)
  headers.set('x-request-id', requestId)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  const { status, statusText } = response
  return new Response(request.method === 'HEAD' ? null : response.body, { status, statusText, headers })
}
