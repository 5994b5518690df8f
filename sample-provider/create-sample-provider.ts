import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Places } from '#lib/places/places.ts'
import type { Clock, RandomBytes } from '#runner/ports.ts'
import { gatewayIssues, type Issue } from './errors.ts'
import { type Fault, isHostile } from './faults.ts'
import { createFlightOffers } from './flights/answer-flight-offers.ts'
import { createOfferGenerator, type OfferGenerator } from './flights/generate-offers.ts'
import { hostileAnswer } from './flights/hostile-answer.ts'
import { createHotelRoutes } from './hotels/hotel-routes.ts'
import { createRateLimiter, type RateLimits, testLimits } from './rate-limit.ts'
import { headerOf, readForm, readText } from './read-request.ts'
import { createResponder, sendCut, sendHtml, sendHuge } from './respond.ts'
import { type Credentials, createTokenStore, sampleCredentials, type TokenResult } from './token.ts'

export interface SampleProviderOptions {
  places: Places
  clock: Pick<Clock, 'now'>
  /** Where offers come from; providers that share it build the market once. Made from the places when left out. */
  flights?: OfferGenerator
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
  readonly requests: { token: number; offers: number; hotels: number; other: number }
}

type SearchResult = { ok: true; answer: object } | { ok: false; issues: readonly Issue[] }

const TOKEN_PATH = '/v1/security/oauth2/token'
const OFFERS_PATH = '/v2/shopping/flight-offers'

/** A provider of flights and hotels that speaks the Amadeus self-service format over HTTP, with generated offers. */
export function createSampleProvider(options: SampleProviderOptions): SampleProvider {
  const { places, clock, slowMs = 4000 } = options
  const random = options.random ?? randomBytes
  const tokens = createTokenStore(random, options.credentials ?? sampleCredentials)
  const limiter = createRateLimiter({ ...testLimits, ...options.limits })
  const flights = options.flights ?? createOfferGenerator(places)
  const flightOffers = createFlightOffers(places, flights)
  const { json, fail } = createResponder(() => Buffer.from(random(12)).toString('hex').toUpperCase())
  const hotels = createHotelRoutes(places)
  const requests = { token: 0, offers: 0, hotels: 0, other: 0 }
  const closing = new AbortController()
  let faultOfAll = options.fault

  function answerToken(response: ServerResponse, result: TokenResult): void {
    if (result.ok) json(response, 200, result.token, 'application/json')
    else json(response, result.status, result.failure, 'application/json')
  }

  /** What every search has to pass, whatever it asks for: the issue that it is refused with. */
  function refusalOf(request: IncomingMessage, fault: Fault | undefined): Issue | undefined {
    if (fault === '500') return gatewayIssues.internal
    if (fault === '429') return gatewayIssues.tooManyRequests
    if (fault === 'expired-token') return gatewayIssues.expiredToken
    const caller = tokens.authorize(request.headers.authorization, clock.now())
    if (!caller.ok) return caller.issue
    return limiter.admit(caller.client, clock.now()) ? undefined : gatewayIssues.tooManyRequests
  }

  /** Answers a search, unless a fault, the token or the rate is in its way. */
  async function answerSearch(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
    search: () => SearchResult,
  ): Promise<void> {
    if (fault === 'hang') return
    if (fault === 'html') return sendHtml(response)
    if (fault === 'slow') await delay(slowMs, undefined, { signal: closing.signal })
    const refusal = refusalOf(request, fault)
    if (refusal !== undefined) return fail(response, refusal)
    const result = search()
    if (!result.ok) return fail(response, ...result.issues)
    const { answer } = result
    if (fault === 'cut') return sendCut(response, answer)
    if (fault === 'huge') return sendHuge(response, answer)
    json(response, 200, answer, fault === 'media-type' ? 'text/plain' : undefined)
  }

  function searchFlights(
    request: IncomingMessage,
    { method, url, body }: { method: 'GET' | 'POST'; url: URL; body: string | undefined },
    fault: Fault | undefined,
  ): SearchResult {
    const contentType = headerOf(request, 'content-type')
    const override = headerOf(request, 'x-http-method-override')
    const result = flightOffers({ method, url, contentType, override, body }, clock.now())
    if (!result.ok) return result
    const { answer } = result
    if (fault === 'empty') return { ok: true, answer: { meta: { ...answer.meta, count: 0 }, data: [] } }
    return { ok: true, answer: isHostile(fault) ? { meta: answer.meta, ...hostileAnswer(answer, fault) } : answer }
  }

  function kindOf(path: string): keyof typeof requests {
    if (path.startsWith(TOKEN_PATH)) return 'token'
    if (path === OFFERS_PATH) return 'offers'
    return hotels.has(path) ? 'hotels' : 'other'
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const method = request.method ?? 'GET'
    const kind = kindOf(url.pathname)
    requests[kind]++
    const isSearch = kind === 'offers' || kind === 'hotels'
    const fault = (isSearch ? options.faultOf?.(url.searchParams) : undefined) ?? faultOfAll
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
    if (kind === 'offers' && (method === 'GET' || method === 'POST')) {
      const body = method === 'POST' ? await readText(request) : ''
      return answerSearch(request, response, fault, () => searchFlights(request, { method, url, body }, fault))
    }
    if (kind === 'hotels' && method === 'GET') {
      return answerSearch(request, response, fault, () => hotels.answer(url, clock.now(), fault))
    }
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
          // The first search need not wait for what can be made before.
          setImmediate(flights.prepare)
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
