import { type Blocked, blocked } from '../contract/end-cause.ts'
import { maxRequestBodyBytes } from '../contract/operations/fetch.ts'
import type { DataLabel } from '../contract/skill-io.ts'
import { sha256 } from '../core/hash.ts'
import type { Clock, Log } from '../core/ports.ts'
import type { Added } from './added-credentials.ts'
import { withFields, withoutOwn } from './added-fields.ts'
import { createAuthorizer } from './authorize.ts'
import { derivePlaceholder, earlierPlaceholder } from './credentials.ts'
import type { Exchange } from './exchange.ts'
import { checkRequest, type RequestVerdict } from './host-policy.ts'
import { overriddenMethods } from './method-overrides.ts'
import type { TokenCache, TokenOutcome } from './oauth2.ts'
import type { Pacer } from './pacer.ts'
import { follow, type Hop, locationOf, maxRedirects, withLocation, withoutCredentials } from './redirect.ts'
import { checkHeaders, headersForSecretHost, visibleHeaders } from './request-headers.ts'
import { isSearchable } from './response-body.ts'
import { type After, openScope, type Scope } from './scope.ts'
import type { SecretIndex } from './secret-index.ts'
import type { EgressRequest, EgressResult, EgressSession, EgressSessionOptions } from './session.ts'
import { createSessionCredentials } from './session-credentials.ts'
import type { SharedAnswers } from './shared-answers.ts'
import { canonicalHost } from './target.ts'
import type { Transport } from './transport.ts'

type SessionPorts = {
  readonly transport: Transport
  readonly tokens: TokenCache
  readonly pacer: Pacer
  readonly shared: SharedAnswers
  readonly clock: Clock
  readonly after: After
  /** Secret placeholders are derived from this key and the execution's id. */
  readonly placeholderKey: Uint8Array
  readonly log: Log
  readonly index: SecretIndex
}

type Allowed = Extract<RequestVerdict, { allowed: true }>
type Failed = Extract<EgressResult, { kind: 'failed' }>
type Outcome = Exchange | Failed | Exclude<TokenOutcome, { kind: 'token' } | { kind: 'refused' }> | Unconfigured
type Unconfigured = Extract<EgressResult, { kind: 'unconfigured' }>
/** `waiting`: until when the request may wait for its turn. */
type Scopes = { readonly whole: Scope; readonly waiting: Scope }

/** Time reserved at the end for the skill to report that its provider was too slow. */
const reserveMs = 500
/** The maximum delay of a timer; Node treats longer ones as 1 ms. */
const longestTimerMs = 2 ** 31 - 1
const maxUrlLength = 16 * 1024
const realness: readonly DataLabel[] = ['sample', 'test', 'live']

const failed = (reason: Failed['reason'], message: string) => ({ kind: 'failed', reason, message }) as const

/** Opens the network for one execution. */
export function openSession(options: EgressSessionOptions, ports: SessionPorts): EgressSession {
  const { grant, queriedHosts = [] } = options
  const { pacer, shared, transport } = ports
  const credentials = createSessionCredentials(options, {
    placeholderOf: (secret) =>
      earlierPlaceholder(options.placeholders, secret) ??
      derivePlaceholder(ports.placeholderKey, options.execution, secret),
    index: ports.index,
  })
  const authorizer = createAuthorizer({ transport, tokens: ports.tokens, credentials })
  const closed = new AbortController()
  let outOfTime = false
  let oldestMs: number | undefined
  const asked = new Set<DataLabel>(queriedHosts.map((host) => transport.target(canonicalHost(host)).data))

  const getsSecret = (host: string) => credentials.idFor(host) !== undefined

  /** Sends one prepared request with the fields that the gateway adds, at the rate of its credential. */
  async function sendOnce(allowed: Allowed, hop: Hop, added: Added['fields'], scopes: Scopes): Promise<Outcome> {
    const host = canonicalHost(allowed.host)
    const wanted = getsSecret(host)
      ? headersForSecretHost(hop.headers)
      : ({ kind: 'allowed', headers: hop.headers } as const)
    if (wanted.kind === 'blocked') return wanted
    const own = withoutOwn({ url: allowed.url, headers: wanted.headers, body: hop.body }, added)
    await credentials.noteSent({ ...own, url: own.url.href })
    const swapped = credentials.placeholders.swap(own, (secret, place) => credentials.valueFor(secret, host, place))
    if (swapped.kind !== 'swapped') return swapped
    const { url, headers, body } = withFields(swapped.request, added)
    const secrets = credentials.idFor(host)
    // Skills with the same credential share its rate. Connections are never shared between skills.
    const lane = `${host} ${secrets ?? options.skill}`
    const partition = `${options.skill} ${secrets}`
    const { data } = transport.target(host)
    const { fairKey, isShare = false, sharedMs = 0 } = options
    const rate = (data === 'test' && options.rate?.test) || options.rate
    const turn = (signal: AbortSignal) => pacer.wait({ lane, fairKey, rate, isShare, signal })
    const { whole, waiting } = scopes
    const maxResponseBytes = grant.limits.responseKb * 1024
    const send = () => {
      asked.add(data)
      const { method } = hop
      return transport.send({ url, host, method, headers, body, maxResponseBytes, partition, signal: whole.signal })
    }
    const noTurn = () =>
      whole.why() === undefined && waiting.why() === 'timeout'
        ? failed('paced', 'the rate of the provider gave the request no turn in time')
        : ({ kind: 'aborted' } as const)
    if (sharedMs === 0 || hop.method !== 'GET') {
      using held = await turn(waiting.signal)
      return held === undefined ? noTurn() : await send()
    }
    // Without the fields that the gateway adds: an access token changes, and the partition names the credentials.
    const { url: ownUrl, headers: ownHeaders } = swapped.request
    const key = sha256(JSON.stringify([partition, ownUrl, ownHeaders]))
    const signal = waiting.signal
    const answer = await shared.get({ key, keptMs: sharedMs, maxBytes: maxResponseBytes, turn, send, signal })
    if (answer === undefined) return noTurn()
    asked.add(data)
    oldestMs = Math.min(answer.atMs, oldestMs ?? answer.atMs)
    return answer.exchange
  }

  /**
   * Adds the credentials of the host. After a 401 on a cached OAuth2 token, repeats the request once with a new one.
   */
  async function send(allowed: Allowed, hop: Hop, scopes: Scopes): Promise<Outcome> {
    const added = credentials.addedTo(canonicalHost(allowed.host))
    if (added.kind !== 'added') return added
    const { fields, token: source } = added
    if (source === undefined) return sendOnce(allowed, hop, fields, scopes)
    for (let isRepeated = false; ; isRepeated = true) {
      const outcome = await authorizer.token(source, scopes.whole.signal)
      if (outcome.kind === 'refused') return asResponse(outcome)
      if (outcome.kind !== 'token') return outcome
      const { token, cached } = outcome
      const authorization = { in: 'header', name: 'authorization', value: `Bearer ${token.value}` } as const
      const answer = await sendOnce(allowed, hop, [...fields, authorization], scopes)
      if (answer.kind !== 'response' || answer.status !== 401) return answer
      authorizer.drop(source, token)
      // Another execution may have put a new token, which is refused too, into the cache.
      if (!cached || isRepeated) return answer
    }
  }

  function redirected(hop: Hop, allowed: Allowed, answer: Extract<Exchange, { kind: 'response' }>) {
    const location = locationOf(answer.status, answer.headers)
    if (location === undefined) return undefined
    const target = transport.target(canonicalHost(allowed.host))
    // First turns real values back into placeholders, so that the check of the next hop finds them.
    const text = credentials.scrubber({ short: target.data !== 'sample' }).text(location)
    const from = target.actual(allowed.url)
    return URL.canParse(text, from)
      ? follow(hop, answer.status, target.declared(new URL(text, from)))
      : failed('network', 'the server redirected to a malformed URL')
  }

  /** A request that is declared lacks only an approval. Of any other request, the declared permissions say what is wrong. */
  function refusalOf(
    denied: Extract<RequestVerdict, { allowed: false }>,
    { url, method }: Pick<EgressRequest, 'url' | 'method'>,
  ): Blocked {
    const declared = grant.declared && checkRequest(url, method, grant.declared)
    if (declared?.allowed) return blocked('withheld', denied.reason)
    const { cause, reason } = declared ?? denied
    return blocked(cause, reason)
  }

  function waitingOf({ startByMs }: EgressRequest, scope: Scope): Scope {
    if (startByMs === undefined) return scope
    const usedMs = grant.limits.timeoutMs - options.leftMs()
    return openScope([scope.signal], Math.min(startByMs - usedMs, longestTimerMs), ports.after)
  }

  async function run(request: EgressRequest, scopes: Scopes): Promise<EgressResult> {
    const { whole: scope } = scopes
    const tooLarge = request.url.length > maxUrlLength || (request.body?.length ?? 0) > maxRequestBodyBytes
    const checked = checkHeaders(request.headers)
    if (tooLarge || checked.kind === 'too_large') return failed('too_large', 'the request is larger than its limit')
    if (checked.kind === 'blocked') return checked

    let verdict = checkRequest(request.url, request.method, grant.permissions)
    if (!verdict.allowed) return refusalOf(verdict, request)
    if (checked.host !== undefined && canonicalHost(checked.host) !== canonicalHost(verdict.url.host)) {
      return blocked('header', 'the host header differs from the URL’s host')
    }
    if (request.body !== undefined && ['GET', 'HEAD'].includes(verdict.method)) {
      return failed('network', `a ${verdict.method} request cannot have a body`)
    }

    let hop: Hop = { url: verdict.url.href, method: verdict.method, headers: checked.headers, body: request.body }
    const { methods } = grant.permissions.network
    for (let hops = 0; hops <= maxRedirects; hops += 1) {
      const named = await overriddenMethods({ url: verdict.url, headers: hop.headers, body: hop.body })
      if (named.some((method) => !methods.some((declared) => declared === method))) {
        return blocked('network.methods', 'the request overrides its method with an undeclared one')
      }
      const outcome = await send(verdict, hop, scopes)
      if (scope.why() !== undefined || outcome.kind === 'aborted') return ended(scope)
      if (outcome.kind !== 'response') return outcome
      const next = redirected(hop, verdict, outcome)
      if (next === undefined) return shown(verdict, outcome)
      if ('kind' in next) return next
      if (!request.follows) return shown(verdict, { ...outcome, headers: withLocation(outcome.headers, next.url) })

      const from = verdict.host
      verdict = checkRequest(next.url, next.method, grant.permissions)
      if (!verdict.allowed) {
        const { cause, reason } = refusalOf(verdict, next)
        return blocked(cause, `redirect: ${reason}`)
      }
      const headers =
        verdict.host === from ? next.headers : withoutCredentials(next.headers, credentials.placeholders.isIn)
      hop = { ...next, headers }
    }
    return failed('network', `more than ${maxRedirects} redirects`)
  }

  async function shown(allowed: Allowed, answer: Extract<Exchange, { kind: 'response' }>): Promise<EgressResult> {
    const host = canonicalHost(allowed.host)
    if (answer.body.length > 0 && getsSecret(host) && !isSearchable(answer.headers)) {
      return failed('network', 'responses of a host that gets a secret must be in UTF-8, UTF-16 or Latin-1')
    }
    const { data } = transport.target(host)
    const scrubber = credentials.scrubber({ short: data !== 'sample' })
    return {
      kind: 'response',
      status: answer.status,
      headers: visibleHeaders(answer.headers, scrubber.text),
      body: await scrubber.bytes(answer.body),
      url: allowed.url.href,
    }
  }

  // The short credentials of a sample upstream are ordinary words, so redacting them would damage other text.
  const isSample = grant.permissions.network.egress.some(
    (host) => transport.target(canonicalHost(host)).data === 'sample',
  )
  const redactor = () => credentials.redactor({ short: !isSample })

  return {
    placeholders: credentials.visible,
    keyFor: credentials.keyFor,
    hideMade: credentials.hideMade,
    redact: {
      text: (text) => redactor().text(text),
      textSteps: () => redactor().textSteps(),
      json: (value) => redactor().json(value),
      jsonSteps: () => redactor().jsonSteps(),
      known: { json: (value) => redactor().known.json(value), jsonSteps: () => redactor().known.jsonSteps() },
      lines: (lines) => redactor().lines(lines),
      openLines: (lines) => redactor().openLines(lines),
    },
    async fetch(request) {
      if (closed.signal.aborted) return blocked('closed', 'the session is closed')
      const leftMs = options.leftMs() - reserveMs
      const ownMs = Math.min(request.timeoutMs ?? longestTimerMs, longestTimerMs)
      const scope = openScope([options.signal, closed.signal], Math.min(leftMs, ownMs), ports.after)
      const waiting = waitingOf(request, scope)
      try {
        const result = scope.why() === undefined ? await run(request, { whole: scope, waiting }) : ended(scope)
        if (result.kind === 'blocked') {
          ports.log.warn('egress blocked', {
            execution: options.execution,
            skill: options.skill,
            reason: redactor().text(result.reason),
          })
        }
        return result
      } finally {
        outOfTime ||= scope.why() === 'timeout' && leftMs <= ownMs
        scope.close()
        waiting.close()
      }
    },
    oldestMs: () => oldestMs,
    outOfTime: () => outOfTime,
    data: () => realness.find((label) => asked.has(label)),
    async [Symbol.asyncDispose]() {
      closed.abort('closed')
    },
  }
}

function ended(scope: Scope): EgressResult {
  return scope.why() === 'timeout'
    ? failed('timeout', 'the request exceeded its time limit')
    : failed('aborted', 'the execution has ended')
}

/** Maps a token endpoint's refusal of the client to status 401, which skills handle like a refusal by the API. */
function asResponse({ status, headers, body }: Extract<TokenOutcome, { kind: 'refused' }>): Exchange {
  const isRefusedClient = status === 400 || status === 403
  const kept = headers.filter(([name]) => ['content-type', 'retry-after'].includes(name))
  return { kind: 'response', status: isRefusedClient ? 401 : status, headers: kept, body }
}
