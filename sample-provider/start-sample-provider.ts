import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Places } from '#lib/travel/server/places/places.ts'
import type { Clock } from '#runner/core/ports.ts'
import { type Checked, gatewayIssues, type Issue } from './errors.ts'
import type { Fault } from './faults.ts'
import { createFlightOffers, OFFERS_PATH } from './flights/answer-flight-offers.ts'
import { createOfferGenerator, type OfferGenerator } from './flights/generate-offers.ts'
import { createHotelRoutes } from './hotels/hotel-routes.ts'
import { createResponder, headerOf, listen, readForm, readText, sendHtml } from './http.ts'
import { createRateLimiter, documentedPace, type Pace } from './rate-limit.ts'
import { createTokens } from './token.ts'

export interface SampleProviderOptions {
  places: Places
  clock: Pick<Clock, 'now'>
  /** Absent means a free port. */
  port?: number
  /** Absent means the loopback address. */
  host?: string
  /** Generates the offers. Providers that share it build the market once. Default: made from the places. */
  flights?: OfferGenerator
  pace?: Pace
  /** The initial fault. */
  fault?: Fault | undefined
  /** The fault of one search, by its query and the body of a POST request. `undefined`: the fault of every request. */
  faultOf?: (query: URLSearchParams, body: string | undefined) => Fault | undefined | Promise<Fault | undefined>
  /** The delay of the fault `slow`. */
  slowMs?: number
}

interface SampleProvider {
  readonly url: string
  /** Closes every connection and frees the port. */
  close(): Promise<void>
  /** Sets or clears the fault of every following request. */
  setFault(fault: Fault | undefined): void
}

interface Search {
  /** The body of a POST request. */
  body?: string | undefined
  answer(isEmpty: boolean): Promise<Checked<object>>
}

const TOKEN_PATH = '/v1/security/oauth2/token'
const PREPARES_AFTER_MS = 3000

/** A provider of flights and hotels with generated offers, in the Amadeus self-service format over HTTP. */
export async function startSampleProvider(options: SampleProviderOptions): Promise<SampleProvider> {
  const { places, clock, slowMs = 4000, port, host } = options
  const tokens = createTokens(randomBytes)
  const admit = createRateLimiter(options.pace ?? documentedPace)
  const flights = options.flights ?? createOfferGenerator(places)
  const flightOffers = createFlightOffers(places, flights)
  const { json, fail } = createResponder(() => randomBytes(12).toString('hex').toUpperCase())
  const hotels = createHotelRoutes(places)
  const closing = new AbortController()
  let faultOfAll = options.fault

  /** The checks before every search. Returns the issue of a refusal. */
  function refusalOf(request: IncomingMessage, fault: Fault | undefined): Issue | undefined {
    if (fault === '500') return gatewayIssues.internal
    if (fault === '429') return gatewayIssues.tooManyRequests
    const refusal = tokens.refusalOf(request.headers.authorization, clock.now())
    return refusal ?? (admit(clock.now()) ? undefined : gatewayIssues.tooManyRequests)
  }

  /** The search of a request; `undefined` when it is not a search. */
  async function searchOf(request: IncomingMessage, url: URL): Promise<Search | undefined> {
    const { method } = request
    if (method === 'GET' && hotels.has(url.pathname)) {
      return { answer: async (isEmpty) => hotels.answer(url, clock.now(), isEmpty) }
    }
    if (url.pathname !== OFFERS_PATH || (method !== 'GET' && method !== 'POST')) return undefined
    const contentType = headerOf(request, 'content-type')
    const override = headerOf(request, 'x-http-method-override')
    const body = method === 'POST' ? await readText(request) : undefined
    return {
      body,
      answer: async (isEmpty) => flightOffers({ method, url, contentType, override, body }, clock.now(), isEmpty),
    }
  }

  /** Answers a search, unless a fault, the token or the rate limit prevents it. */
  async function answerSearch(
    request: IncomingMessage,
    response: ServerResponse,
    fault: Fault | undefined,
    search: Search,
  ): Promise<void> {
    if (fault === 'hang') return
    if (fault === 'html') return sendHtml(response)
    if (fault === 'slow') await delay(slowMs, undefined, { signal: closing.signal })
    const refusal = refusalOf(request, fault)
    if (refusal !== undefined) return fail(response, refusal)
    const found = await search.answer(fault === 'empty')
    if (found.ok) json(response, 200, found.value)
    else fail(response, ...found.issues)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const search = await searchOf(request, url)
    const fault = (search && (await options.faultOf?.(url.searchParams, search.body))) ?? faultOfAll
    if (fault === 'down') {
      request.socket.resetAndDestroy()
      return
    }
    if (search !== undefined) return answerSearch(request, response, fault, search)
    if (request.method !== 'POST' || url.pathname !== TOKEN_PATH) return fail(response, gatewayIssues.notFound)
    const issued = tokens.issue(await readForm(request), clock.now())
    if (issued.ok) json(response, 200, issued.token, 'application/json')
    else json(response, issued.status, issued.failure, 'application/json')
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent || response.destroyed) response.destroy()
      else fail(response, gatewayIssues.internal)
    })
  })
  const { url, close } = await listen(server, port, host)
  // Builds the market before the first search needs it, but not in a command that ends within three seconds.
  const preparing = setTimeout(flights.prepare, PREPARES_AFTER_MS).unref()

  return {
    url,
    close: () => {
      closing.abort()
      clearTimeout(preparing)
      return close()
    },
    setFault(next) {
      faultOfAll = next
    },
  }
}
