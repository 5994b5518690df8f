import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'
import type { Places } from '#lib/travel/server/places/places.ts'
import { standIns } from '#sample-provider/stand-ins.ts'
import { createStandIn } from '../../skills/flight-search-duffel/tests/stand-in.ts'
import { createDuffelOffers, type Difference, type OfferRequest } from './duffel-offers.ts'

const duffelToken = 'duffel_test_of_the_browser_tests'

/** Resolves when the provider may answer a search. */
export type Turn = () => Promise<void>

/** A further provider with Duffel's interface. */
export type DuffelAlike = {
  readonly host: string
  /** The secret name of its access token. */
  readonly secret: string
  readonly turn: Turn
  readonly difference: Difference
}

type Options = {
  amadeus: Turn
  duffel: Turn
  /** Further providers. The app calls such a provider only through a skill for it. Absent: none. */
  more?: readonly DuffelAlike[]
  /** Whether Amadeus returns only the more expensive half of its offers now. Absent: never. */
  isDear?: () => boolean
}

/**
 * Two live flight providers with keys: both sell the flights of one market, each in its own format and at its own
 * prices, labelled as test data. Each waits for its turn before it answers a search.
 */
export async function startLiveProviders(places: Places, options: Options) {
  await using opened = new AsyncDisposableStack()
  const sample = await standIns['api.amadeus.com'].start({ places, clock: { now: Date.now } })
  opened.defer(() => sample.close())
  const amadeus = await serve(async (request, response) => {
    if ((request.url ?? '').includes('/shopping/')) await options.amadeus()
    await passOn(sample.url, request, response, options.isDear?.() ? dearerHalf : undefined)
  })
  opened.defer(amadeus.close)
  const duffel = await serve(answerAsDuffel(createDuffelOffers(places), options.duffel))
  opened.defer(duffel.close)
  const more: { host: string; secret: string; url: string }[] = []
  for (const { host, secret, turn, difference } of options.more ?? []) {
    const { url, close } = await serve(answerAsDuffel(createDuffelOffers(places, difference), turn))
    opened.defer(close)
    more.push({ host, secret, url })
  }
  const running = opened.move()
  return {
    /** The settings of an app that has a key for each provider. */
    env: {
      ...standIns['api.amadeus.com'].credential,
      DUFFEL_ACCESS_TOKEN: duffelToken,
      ...Object.fromEntries(more.map(({ secret }) => [secret, duffelToken])),
      TRAVEL_CREDENTIALS: JSON.stringify({
        DUFFEL_ACCESS_TOKEN: ['api.duffel.com'],
        ...Object.fromEntries(more.map(({ secret, host }) => [secret, [host]])),
      }),
      TRAVEL_UPSTREAMS: JSON.stringify({
        'api.amadeus.com': { url: amadeus.url, data: 'test' },
        'api.duffel.com': { url: duffel.url, data: 'test' },
        ...Object.fromEntries(more.map(({ host, url }) => [host, { url, data: 'test' }])),
      }),
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

function answerAsDuffel(offersFor: ReturnType<typeof createDuffelOffers>, turn: Turn): Answer {
  const requests = new Map<string, ReturnType<typeof createStandIn>>()
  return async (request, response) => {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'https://api.duffel.com')
    const body = await textOf(request)
    const isNew = method === 'POST'
    const id = isNew ? `orq_${requests.size + 1}` : (url.searchParams.get('offer_request_id') ?? '')
    if (isNew) {
      await turn()
      const asked: { data: OfferRequest } = JSON.parse(body)
      requests.set(id, createStandIn({ id, token: duffelToken, offers: offersFor(asked.data, Date.now()) }))
    }
    const answer = requests.get(id) ?? createStandIn({ token: duffelToken, offers: [] })
    const sent = answer({ method, url, headers, body })
    response.writeHead(sent.status, sent.headers).end(sent.body)
  }
}

const Offers = z.looseObject({ data: z.array(z.looseObject({ price: z.looseObject({ grandTotal: z.string() }) })) })

/** An Amadeus response without the cheaper half of its offers. Other responses stay unchanged. */
function dearerHalf(body: string): string {
  const answer = Offers.safeParse(JSON.parse(body))
  if (!answer.success) return body
  const totals = answer.data.data.map(({ price }) => Number(price.grandTotal)).toSorted((a, b) => a - b)
  const middle = totals[Math.floor(totals.length / 2)] ?? 0
  const data = answer.data.data.filter(({ price }) => Number(price.grandTotal) > middle)
  return JSON.stringify({ ...answer.data, data })
}

/** Forwards the request to another server and returns its response, transformed by `change`. */
async function passOn(
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
  change = (text: string) => text,
): Promise<void> {
  const { method = 'GET', headers } = request
  const body = method === 'GET' ? undefined : await textOf(request)
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !hopByHop.has(name) ? [[name, value] as const] : [],
  )
  const answer = await fetch(`${base}${request.url}`, { method, headers: Object.fromEntries(sent), body: body ?? null })
  const type = answer.headers.get('content-type') ?? 'application/json'
  response.writeHead(answer.status, { 'content-type': type }).end(change(await answer.text()))
}

const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function serve(answer: Answer) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port to listen on')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
