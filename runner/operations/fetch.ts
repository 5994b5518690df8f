import * as z from 'zod'
import { FetchArgs, type FetchHead } from '../contract/operations/fetch.ts'
import { isObject, type Json } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import { isSame, type Permission } from '../core/lacks.ts'
import type { Grant } from '../core/skill.ts'
import { checkRequest } from '../egress/host-policy.ts'
import { methodsInHead } from '../egress/method-overrides.ts'
import type { EgressRequest, EgressResult } from '../egress/session.ts'
import { askedOf } from '../policy/policy-sets.ts'
import { end, operationOf, rejected } from './operation.ts'

/** A request whose URL is short enough to be sent. */
const WithUrl = z.object({ url: FetchArgs.shape.url })

export const fetchOperations = {
  /** Sends one request to a declared host. The answer is a `FetchHead`; the body's bytes travel separately. */
  fetch: operationOf('fetch', {
    isRepeatable(args) {
      const { data } = FetchArgs.safeParse(args)
      // A call with invalid arguments sends no request, so repeating the call is safe.
      return data === undefined || isSafe(data) || hasIdempotencyKey(data)
    },
    shown: (args, redact) => redact.json(withoutBody(args)),
    urlOf: (args) => WithUrl.safeParse(args).data?.url,
    open:
      ({ grant, session, denied, spent, enter }) =>
      async (args) => {
        const request = requestOf(args)
        const withheld = withheldFrom(request, grant)
        if (withheld !== undefined) {
          for (const { permission, item } of withheld) denied(permission, item)
          return rejected('CapabilityRevoked', `The permission ${withheld.map(askedOf).join(' and ')} was withheld`)
        }
        using _slot = await enter()
        const result = await session.fetch(request)
        const received = result.kind === 'response' ? result.body.length : 0
        spent({ bytes: (request.body?.length ?? 0) + received })
        return answerOf(result)
      },
  }),
}

/**
 * The declared but withheld permissions that the request needs. Undefined: the request is blocked for another reason.
 */
function withheldFrom(
  { url, method }: EgressRequest,
  { permissions, declared, withheld = [] }: Grant,
): Permission[] | undefined {
  if (!declared || checkRequest(url, method, permissions).allowed) return undefined
  const verdict = checkRequest(url, method, declared)
  if (!verdict.allowed) return undefined
  const { egress, methods } = permissions.network
  const lacking: Permission[] = [
    ...(egress.includes(verdict.host) ? [] : [{ permission: 'network.egress', item: verdict.host } as const]),
    ...(methods.includes(verdict.method) ? [] : [{ permission: 'network.methods', item: verdict.method } as const]),
  ]
  // A grant without hosts has no methods, and a grant without methods has no hosts. If the request lacks both, the
  // reason is the one that a set of the policy denies.
  const reasons = lacking.filter((asked) => withheld.some((lack) => isSame(lack, asked) && lack.by.length > 0))
  return reasons.length > 0 ? reasons : lacking
}

/** Whether every method that a server might execute for this request is safe. */
function isSafe({ url: given, method, headers, body }: FetchArgs): boolean {
  // A call without a valid URL sends no request, so the call is safe.
  const url = URL.parse(given)
  if (!url) return true
  // A body may override the method, and a request with a safe method seldom has one.
  if (body !== null) return false
  const named = methodsInHead({ url, headers: headers.map(([name, value]) => [name.toLowerCase(), value]) })
  return [method.toUpperCase(), ...named].every((one) => safeMethods.includes(one))
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** A key of only spaces and quotes does not count. */
function hasIdempotencyKey({ headers }: FetchArgs): boolean {
  const keys = headers.filter(([name]) => name.toLowerCase() === 'idempotency-key')
  return keys.length > 0 && keys.every(([, value]) => !/^[\s"']*$/.test(value))
}

/** Replaces a request body by its hash in the journal, because bodies can be large. Also replaces an invalid method. */
function withoutBody(args: Json): Json {
  if (!isObject(args)) return args
  const { body, ...rest } = args
  // The guest converts the method to upper case, so redaction would not find a secret in it.
  if (typeof rest.method === 'string' && !/^[A-Za-z]{1,20}$/.test(rest.method)) rest.method = 'not a method'
  return body === undefined || body === null ? rest : { ...rest, body_hash: hashOf(body) }
}

function requestOf(args: FetchArgs): EgressRequest {
  const body = args.body
  return {
    url: args.url,
    method: args.method.toUpperCase(),
    headers: args.headers,
    body:
      body === null ? undefined : 'text' in body ? Buffer.from(body.text, 'utf8') : Buffer.from(body.base64, 'base64'),
    timeoutMs: args.timeoutMs ?? undefined,
    startByMs: args.startByMs,
    follows: args.redirect === undefined,
  }
}

const failureNames = {
  network: 'NetworkError',
  timeout: 'TimeoutError',
  too_large: 'ResponseTooLargeError',
  aborted: 'AbortError',
  paced: 'RateLimitError',
} as const

function answerOf(result: EgressResult) {
  switch (result.kind) {
    case 'response': {
      const { status, url, body } = result
      const head: FetchHead = { status, url, headers: result.headers.map(([name, value]) => [name, value]) }
      return { kind: 'value', value: head, body } as const
    }
    case 'failed':
      return rejected(failureNames[result.reason], result.message)
    case 'blocked':
      return end('EGRESS_BLOCKED', result.reason, result.cause)
    case 'unconfigured':
      return end('NOT_CONFIGURED', `${result.secret} has no value that may be used now`)
  }
}
