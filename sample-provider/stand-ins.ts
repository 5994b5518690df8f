import { createServer } from 'node:http'
import type { Places } from '#lib/travel/server/places/places.ts'
import type { Clock, Upstream } from '#runner/core/ports.ts'
import { currencies } from './currencies.ts'
import { faults } from './faults.ts'
import { createOfferGenerator } from './flights/generate-offers.ts'
import { listen } from './http.ts'
import { pausingPace } from './rate-limit.ts'
import { startSampleProvider } from './start-sample-provider.ts'
import { sampleCredentials } from './token.ts'

const RATES_PATH = '/stats/eurofxref/eurofxref-daily.xml'

/** Answers like the European Central Bank's daily rates, with fixed rates. Needs no credential. */
export function startSampleRates({ clock }: { clock: Pick<Clock, 'now'> }) {
  const server = createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === RATES_PATH
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/xml' })
    response.end(isFound ? writeDailyRates(clock.now()) : '')
  })
  return listen(server)
}

const DAY_MS = 86_400_000
/** The currencies that the bank publishes. */
const published =
  'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'

/** The fixed sample rates in the European Central Bank's format, dated the latest working day. */
function writeDailyRates(nowMs: number): string {
  const perUsd = (code: string) => currencies.get(code)?.perUsd ?? 1
  const cubes = published
    .split(' ')
    .map((code) => `\t\t\t<Cube currency='${code}' rate='${rateText(perUsd(code) / perUsd('EUR'))}'/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '\t<gesmes:subject>Reference rates</gesmes:subject>',
    '\t<gesmes:Sender>\n\t\t<gesmes:name>Sample data</gesmes:name>\n\t</gesmes:Sender>',
    `\t<Cube>\n\t\t<Cube time='${workingDay(nowMs)}'>`,
    ...cubes,
    '\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>',
  ].join('\n')
}

/** A rate with up to five significant digits. */
function rateText(rate: number): string {
  return String(Number(rate.toPrecision(5)))
}

/** Today or, on a weekend, the Friday before. */
function workingDay(nowMs: number): string {
  const weekday = new Date(nowMs).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return new Date(nowMs - back * DAY_MS).toISOString().slice(0, 10)
}

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
