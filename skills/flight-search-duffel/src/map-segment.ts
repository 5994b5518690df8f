import type { FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import type { TimedSegment } from '#runner/sdk/flight-legs.ts'
import type { StatedFlight } from '#runner/sdk/flight-times.ts'
import type { LocalTimes } from '#runner/sdk/local-times.ts'
import { asArray, type TextReader } from '#runner/sdk/read-json.ts'
import { parseAirport, parseDuration, type Span } from '#runner/sdk/zoned-time.ts'
import type { GivenCarrier, GivenOffer, GivenSegment, GivenSlice, GivenStop } from './given.ts'

/** A flight as the provider sent it, with its times. */
export type Flight = StatedFlight & { readonly given: GivenSegment }

/** More flights than any journey in one direction has. One offer could otherwise fill the whole answer. */
const maxFlights = 20

/**
 * Finds the flights of each slice and notes their times, so that all offsets of an answer can be requested together.
 */
export function findFlights(offer: GivenOffer, times: LocalTimes): readonly (readonly Flight[])[] {
  return asArray<GivenSlice>(offer?.slices).map((slice) =>
    flightsOf(slice).map((given) => ({
      given,
      leaves: times.at(given?.origin?.iata_code, given?.departing_at),
      lands: times.at(given?.destination?.iata_code, given?.arriving_at),
      duration: given?.duration,
    })),
  )
}

/** The flights of a slice. Too many flights give an empty list, so that the offer is left out. */
function flightsOf(slice: GivenSlice): readonly GivenSegment[] {
  const flights = asArray<GivenSegment>(slice?.segments)
  return flights.length > maxFlights ? [] : flights
}

/** Throws a BrokenOffer when the carrier or the number is missing. */
export function segmentOf(
  { given, leaves, lands }: Flight,
  span: Span | undefined,
  fare: Pick<FlightSegment, 'cabin' | 'bags' | 'fare'>,
  text: TextReader,
): TimedSegment {
  if (!given || !leaves || !lands || !span) return broken('no segment')
  const operating = carrierOf(given.operating_carrier, text)
  const marketing = carrierOf(given.marketing_carrier, text)
  const stops = technicalStops(asArray(given.stops))
  const segment: FlightSegment = {
    departure: { airport: leaves.airport, terminal: text(given.origin_terminal), time: span.from.text },
    arrival: { airport: lands.airport, terminal: text(given.destination_terminal), time: span.to.text },
    carrier: marketing?.code ? marketing : operating?.code ? operating : broken('no carrier'),
    operating_carrier: operating,
    flight_number: text(given.marketing_carrier_flight_number) ?? broken('no flight number'),
    aircraft: aircraftOf(given.aircraft, text),
    duration_minutes: span.minutes,
    stated_duration_minutes: span.stated,
    technical_stops: asArray(given.stops).length,
    technical_stops_at: stops.length === 0 ? undefined : stops,
    ...fare,
  }
  return { segment, ...span }
}

/** A carrier without a code keeps its name. */
export function carrierOf(given: GivenCarrier | undefined, text: TextReader): FlightSegment['operating_carrier'] {
  const code = text(given?.iata_code) ?? ''
  const name = text(given?.name) ?? code
  return name === '' ? undefined : { code, name }
}

function aircraftOf(given: GivenCarrier | undefined, text: TextReader): FlightSegment['aircraft'] {
  const code = text(given?.iata_code)
  return code === undefined ? undefined : { code, name: text(given?.name) ?? code }
}

function technicalStops(stops: readonly GivenStop[]): NonNullable<FlightSegment['technical_stops_at']> {
  return stops.flatMap((stop) => {
    const airport = parseAirport(stop?.airport?.iata_code)
    return airport === undefined ? [] : [{ airport, duration_minutes: parseDuration(stop?.duration) }]
  })
}
