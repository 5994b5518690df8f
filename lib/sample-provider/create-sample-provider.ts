import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Places } from '#lib/places/places.ts'
import type { Clock, RandomBytes } from '#runner/ports.ts'
import { gatewayIssues, type Issue } from './errors.ts'
import type { Fault } from './faults.ts'
import { createOfferGenerator } from './offers/generate-offers.ts'
import { createRateLimiter, type RateLimits, testLimits } from './rate-limit.ts'
import { type Credentials, createTokenStore, sampleCredentials, type TokenResult } from './token.ts'
import { validateSearch } from './validate.ts'

export interface SampleProviderOptions {
  places: Places
  clock: Pick<Clock, 'now'>
  random?: RandomBytes
  limits?: Partial<RateLimits>
  credentials?: Credentials
  /** The fault to start with. */
  fault?: Fault | undefined
  /** The fault that one search meets instead, by its query; undefined when it meets none of its own. */
  faultOf?: (query: URLSearchParams) => Fault | undefined
  /** How long `slow` takes before it answers. */
  slowMs?: number
}

export interface SampleProvider {
  /** Starts to listen; port 0 takes a free one. */
  listen(address?: { port?: number; host?: string }): Promise<{ url: string; port: number }>
  /** Ends every connection and frees the port. */
  close(): Promise<void>
  /** Fails every following request in this way, or in none. */
  setFault(fault: Fault | undefined): void
  /** How many requests came, by what they asked for. */
  readonly requests: { token: number; offers: number; other: number }
}

const TOKEN_PATH = '/v1/security/oauth2/token'
const OFFERS_PATH = '/v2/shopping/flight-offers'
const MOST_FORM_BYTES = 16 * 1024
const AMADEUS_JSON = 'application/vnd.amadeus+json'
const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>'

/** A flight provider that speaks the Amadeus self-service format over HTTP, with generated sample offers. */
export function createSampleProvider(options: SampleProviderOptions): SampleProvider {
  const { places, clock, slowMs = 4000 } = options
  const random = options.random ?? randomBytes
  const tokens = createTokenStore(random, options.credentials ?? sampleCredentials)
  const limiter = createRateLimiter({ ...testLimits, ...options.limits })
  const generate = createOfferGenerator(places)
  const requests = { token: 0, offers: 0, other: 0 }
  const closing = new AbortController()
  let faultOfAll = options.fault

  function json(response: ServerResponse, status: number, body: unknown, type = AMADEUS_JSON): void {
    response.writeHead(status, {
      'content-type': type,
      'ama-gateway-request-id': Buffer.from(random(12)).toString('hex').toUpperCase(),
    })
    response.end(JSON.stringify(body))
  }

  function fail(response: ServerResponse, ...issues: readonly Issue[]): void {
    json(response, issues[0]?.status ?? 500, { errors: issues })
  }

  function answerToken(response: ServerResponse, result: TokenResult): void {
    if (result.ok) json(response, 200, result.token, 'application/json')
    else json(response, result.status, result.failure, 'application/json')
  }

  async function answerOffers(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    fault: Fault | undefined,
  ): Promise<void> {
    if (fault === 'hang') return
    if (fault === 'html') {
      response.writeHead(502, { 'content-type': 'text/html' }).end(HTML)
      return
    }
    if (fault === '500') return fail(response, gatewayIssues.internal)
    if (fault === '429') return fail(response, gatewayIssues.tooManyRequests)
    const empty = fault === 'empty'
    if (fault === 'slow') await delay(slowMs, undefined, { signal: closing.signal })

    const caller = tokens.authorize(request.headers.authorization, clock.now())
    if (!caller.ok) return fail(response, caller.issue)
    if (!limiter.admit(caller.client, clock.now())) return fail(response, gatewayIssues.tooManyRequests)
    const checked = validateSearch(url.searchParams, places, clock.now())
    if (!checked.ok) return fail(response, ...checked.issues)
    const { data, dictionaries } = empty ? { data: [] } : generate(checked.search, clock.now())
    json(response, 200, {
      meta: { count: data.length, links: { self: url.href } },
      data,
      ...(dictionaries === undefined ? {} : { dictionaries }),
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const method = request.method ?? 'GET'
    const kind = url.pathname.startsWith(TOKEN_PATH) ? 'token' : url.pathname === OFFERS_PATH ? 'offers' : 'other'
    requests[kind]++
    const fault = (kind === 'offers' ? options.faultOf?.(url.searchParams) : undefined) ?? faultOfAll
    if (fault === 'down') {
      request.socket.resetAndDestroy()
      return
    }
    if (method === 'POST' && url.pathname === TOKEN_PATH) {
      const form = await readForm(request)
      return answerToken(response, tokens.issue(form, clock.now()))
    }
    if (method === 'GET' && url.pathname.startsWith(`${TOKEN_PATH}/`)) {
      return answerToken(response, tokens.describe(url.pathname.slice(TOKEN_PATH.length + 1), clock.now()))
    }
    if (method === 'GET' && url.pathname === OFFERS_PATH) return answerOffers(request, response, url, fault)
    fail(response, gatewayIssues.notFound)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent || response.destroyed) response.destroy()
      else fail(response, gatewayIssues.internal)
    })
  })

  return {
    listen: ({ port = 0, host = '127.0.0.1' } = {}) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          const address = server.address()
          if (address === null || typeof address === 'string') return reject(new Error('no port to listen on'))
          const name = host.includes(':') ? `[${host}]` : host
          resolve({ url: `http://${name}:${address.port}`, port: address.port })
        })
      }),
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    setFault(next) {
      faultOfAll = next
    },
    requests,
  }
}

/** The form of a token request; a body that is no form, or too long, has no fields. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes <= MOST_FORM_BYTES) chunks.push(Buffer.from(chunk))
  }
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return new URLSearchParams(isForm && bytes <= MOST_FORM_BYTES ? Buffer.concat(chunks).toString('utf8') : '')
}
