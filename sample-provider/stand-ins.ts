import type { Places } from '#lib/travel/server/places/places.ts'
import type { Clock, Upstream } from '#runner/core/ports.ts'
import { faults } from './faults.ts'
import { createOfferGenerator } from './flights/generate-offers.ts'
import { pausingPace } from './rate-limit.ts'
import { startSampleRates } from './rates/start-sample-rates.ts'
import { startSampleProvider } from './start-sample-provider.ts'
import { sampleCredentials } from './token.ts'

export type { Fault } from './faults.ts'
export type { Bags } from './flights/answer/fare-details.ts'
export type { Dictionaries, FlightOffer } from './flights/answer/write-offer.ts'
export type { Segment } from './flights/answer/write-segment.ts'
export type { Cabin, FlightSearch, SearchTraveler } from './flights/search.ts'

/** A local server that answers in a provider's wire format, with generated data. */
export type StandIn = {
  /** The accepted credential: secret name → value. Empty for a provider without credentials. */
  readonly credential: Readonly<Record<string, string>>
  /** The label of its data. */
  readonly data: Upstream['data']
  /** Listens on a local port until it is closed. */
  start(ports: { places: Places; clock: Clock }): Promise<{ readonly url: string; close(): Promise<void> }>
}

/** The market whose flights the stand-ins sell, for test providers with another wire format. */
export const createFlightMarket = createOfferGenerator

/** Stand-ins by the host that they replace. The only entry to this folder: a new stand-in is added here. */
export const standIns = {
  'api.amadeus.com': {
    credential: { AMADEUS_API_KEY: sampleCredentials.clientId, AMADEUS_API_SECRET: sampleCredentials.clientSecret },
    data: 'sample',
    faults,
    start: (ports: Parameters<typeof startSampleProvider>[0]) => startSampleProvider({ pace: pausingPace, ...ports }),
  },
  'www.ecb.europa.eu': { credential: {}, data: 'sample', start: startSampleRates },
} as const satisfies Readonly<Record<string, StandIn & Readonly<Record<string, unknown>>>>
