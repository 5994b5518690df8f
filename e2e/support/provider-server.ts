import { createServer, type IncomingMessage } from 'node:http'
import * as z from 'zod'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { type Fault, standIns } from '#sample-provider/stand-ins.ts'

const standIn = standIns['api.amadeus.com']

/** `held`: the answer waits until the fault is removed. */
export type TestFault = Fault | 'held'

export type ProviderServer = {
  /** The provider's base URL. */
  readonly url: string
  /** The base URL of the exchange rates. */
  readonly ratesUrl: string
  /** The URL at which tests set and remove faults: `PUT /KEY` with the name of a test fault, and `DELETE /KEY`. */
  readonly controlUrl: string
  stop(): Promise<void>
}

/** Identifies one flight search among concurrent ones by route, date and number of offers. */
export const faultKey = (search: { origin: string; destination: string; date: string; max: string }): string =>
  [search.origin, search.destination, search.date, search.max].join('-')

/** Identifies a hotel search by place and radius, or a hotel by id. */
export const hotelFaultKey = (wanted: { place: string; radiusKm: string } | { hotelId: string }): string =>
  'hotelId' in wanted ? `hotel-${wanted.hotelId}` : `hotels-${wanted.place}-${wanted.radiusKm}`

/** Identifies a multi-city search by its flights, each as `AMS-NYC-2027-03-01`. */
export const tripFaultKey = (flights: readonly string[]): string => `trip-${flights.join('_')}`

const Trip = z.object({
  originDestinations: z.array(
    z.object({
      originLocationCode: z.string(),
      destinationLocationCode: z.string(),
      departureDateTimeRange: z.object({ date: z.string() }),
    }),
  ),
})

/** The fault key of a request: from the flights in its body if it has one, else from its parameters. */
function keyOf(query: URLSearchParams, body: string | undefined): string {
  if (body !== undefined) {
    const { originDestinations } = Trip.parse(JSON.parse(body))
    return tripFaultKey(
      originDestinations.map((flight) =>
        [flight.originLocationCode, flight.destinationLocationCode, flight.departureDateTimeRange.date].join('-'),
      ),
    )
  }
  const value = (name: string) => query.get(name) ?? ''
  const place = value('cityCode')
  if (place !== '') return hotelFaultKey({ place, radiusKm: value('radius') })
  const hotelId = value('hotelIds')
  if (hotelId !== '') return hotelFaultKey({ hotelId })
  const [origin, destination] = [value('originLocationCode'), value('destinationLocationCode')]
  return faultKey({ origin, destination, date: value('departureDate'), max: value('max') })
}

/** The sample provider with faults per search, so that tests can run in parallel. */
export async function startProviderServer(): Promise<ProviderServer> {
  const faults = new Map<string, Fault>()
  const held = new Map<string, PromiseWithResolvers<void>>()
  const provider = await standIn.start({
    places: createPlaces(),
    clock: { now: Date.now },
    faultOf: async (query, body) => {
      const key = keyOf(query, body)
      await held.get(key)?.promise
      return faults.get(key)
    },
    slowMs: 1500,
  })
  const rates = await standIns['www.ecb.europa.eu'].start({ clock: { now: Date.now } })
  const control = createServer((request, response) => {
    change(request, faults, held).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    )
  })
  const controlUrl = await new Promise<string>((resolve, reject) => {
    control.once('error', reject)
    control.listen(0, '127.0.0.1', () => {
      const address = control.address()
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
    })
  })
  return {
    url: provider.url,
    ratesUrl: rates.url,
    controlUrl,
    async stop() {
      control.closeAllConnections()
      await Promise.all([provider.close(), rates.close(), new Promise((resolve) => control.close(resolve))])
    },
  }
}

async function change(
  request: IncomingMessage,
  faults: Map<string, Fault>,
  held: Map<string, PromiseWithResolvers<void>>,
): Promise<number> {
  const key = (request.url ?? '/').slice(1)
  if (request.method === 'DELETE') {
    faults.delete(key)
    held.get(key)?.resolve()
    held.delete(key)
    return 204
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const name = Buffer.concat(chunks).toString('utf8')
  if (request.method === 'PUT' && name === 'held') {
    held.set(key, Promise.withResolvers())
    return 204
  }
  const fault = standIn.faults.find((known) => known === name)
  if (request.method !== 'PUT' || fault === undefined) return 400
  faults.set(key, fault)
  return 204
}
