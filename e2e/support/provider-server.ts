import { createServer, type IncomingMessage } from 'node:http'
import { createPlaces } from '#lib/places/places.ts'
import { type Fault, standIns } from '#sample-provider/stand-ins.ts'

const standIn = standIns['api.amadeus.com']

export type ProviderServer = {
  /** Where the provider answers. */
  readonly url: string
  /** Where tests say which searches fail: `PUT /KEY` with a fault's name, `DELETE /KEY`. */
  readonly controlUrl: string
  stop(): Promise<void>
}

/** One search among all that run at the same moment: its route, day and number of offers. */
export const faultKey = (search: { origin: string; destination: string; date: string; max: string }): string =>
  [search.origin, search.destination, search.date, search.max].join('-')

/** One hotel search: its place and radius. One hotel: its id. */
export const hotelFaultKey = (wanted: { place: string; radiusKm: string } | { hotelId: string }): string =>
  'hotelId' in wanted ? `hotel-${wanted.hotelId}` : `hotels-${wanted.place}-${wanted.radiusKm}`

/** The key of a request's query, by what only such a request has. */
function keyOf(query: URLSearchParams): string {
  const value = (name: string) => query.get(name) ?? ''
  const place = value('cityCode')
  if (place !== '') return hotelFaultKey({ place, radiusKm: value('radius') })
  const hotelId = value('hotelIds')
  if (hotelId !== '') return hotelFaultKey({ hotelId })
  const [origin, destination] = [value('originLocationCode'), value('destinationLocationCode')]
  return faultKey({ origin, destination, date: value('departureDate'), max: value('max') })
}

/** The sample provider, which fails those searches that a test has named, so that tests can run side by side. */
export async function startProviderServer(): Promise<ProviderServer> {
  const faults = new Map<string, Fault>()
  const provider = await standIn.start({
    places: createPlaces(),
    clock: { now: Date.now },
    faultOf: (query) => faults.get(keyOf(query)),
    slowMs: 1500,
  })
  const control = createServer((request, response) => {
    change(request, faults).then(
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
    controlUrl,
    async stop() {
      control.closeAllConnections()
      await Promise.all([provider.close(), new Promise((resolve) => control.close(resolve))])
    },
  }
}

async function change(request: IncomingMessage, faults: Map<string, Fault>): Promise<number> {
  const key = (request.url ?? '/').slice(1)
  if (request.method === 'DELETE') {
    faults.delete(key)
    return 204
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const name = Buffer.concat(chunks).toString('utf8')
  const fault = standIn.faults.find((known) => known === name)
  if (request.method !== 'PUT' || fault === undefined) return 400
  faults.set(key, fault)
  return 204
}
