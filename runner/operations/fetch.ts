import { FetchArgs, FetchHead } from '../contract/host-calls.ts'
import type { Json } from '../contract/skill-io.ts'
import { overriddenMethods } from '../egress/method-overrides.ts'
import type { EgressRequest, EgressResult } from '../egress/session.ts'
import { hashOf } from '../hash.ts'
import type { HostAnswer } from '../runtimes/runtime.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** One request to a declared host. The answer is a `FetchHead`, with the bytes beside it. */
export const fetchOperation: HostOperation = {
  ...ordinary,
  isRepeatable(args) {
    const { data } = FetchArgs.safeParse(args)
    // What is no request goes nowhere.
    return data === undefined || isSafe(data) || hasIdempotencyKey(data)
  },
  shown: (args, redact) => redact.json(withoutBody(args)),
  urlOf: (args) => (isObject(args) && typeof args.url === 'string' ? args.url : undefined),
  restored(value) {
    const head = FetchHead.safeParse(value)
    return head.success ? head.data : value
  },
  open:
    ({ grant, session, enter }) =>
    async (args) => {
      if (grant.permissions.network.egress.length === 0)
        return end('CAPABILITY_DENIED', 'fetch without network permission')
      const parsed = FetchArgs.safeParse(args)
      if (!parsed.success) return rejected('TypeError', 'fetch: the arguments are not valid')
      using _slot = await enter()
      return answerOf(await session.fetch(requestOf(parsed.data)))
    },
}

/** Whether none of the methods that a server may take it for changes anything. */
function isSafe(args: FetchArgs): boolean {
  const { method, headers, body } = requestOf(args)
  // What has no URL goes nowhere.
  const url = URL.parse(args.url)
  if (!url) return true
  const named = overriddenMethods({ url, headers: headers.map(([name, value]) => [name.toLowerCase(), value]), body })
  return [method, ...named].every((one) => safeMethods.includes(one))
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** Quotes around nothing are no key. */
function hasIdempotencyKey({ headers }: FetchArgs): boolean {
  const keys = headers.filter(([name]) => name.toLowerCase() === 'idempotency-key')
  return keys.length > 0 && keys.every(([, value]) => !/^[\s"']*$/.test(value))
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bodies of requests stand in the journal as their hash: they may be large. */
function withoutBody(args: Json): Json {
  if (!isObject(args)) return args
  const { body, ...rest } = args
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
  }
}

const failureNames = {
  network: 'NetworkError',
  timeout: 'TimeoutError',
  too_large: 'ResponseTooLargeError',
  aborted: 'AbortError',
} as const

function answerOf(result: EgressResult): HostAnswer {
  switch (result.kind) {
    case 'response': {
      const { status, url, body } = result
      const head: FetchHead = { status, url, headers: result.headers.map(([name, value]) => [name, value]) }
      return { kind: 'value', value: head, body }
    }
    case 'failed':
      return rejected(failureNames[result.reason], result.message)
    case 'blocked':
      return end('EGRESS_BLOCKED', result.reason)
    case 'unconfigured':
      return end('NOT_CONFIGURED', `no value for ${result.secret}`)
  }
}
