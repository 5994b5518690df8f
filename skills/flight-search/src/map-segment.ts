import type { FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import type { TimedSegment } from '#runner/sdk/flight-legs.ts'
import type { LocalTimes } from '#runner/sdk/local-times.ts'
import { asArray, asCount, asFlag, asRecord, type TextReader } from '#runner/sdk/read-json.ts'
import { type Instant, parseAirport, parseDuration, type Span, spanBetween } from '#runner/sdk/zoned-time.ts'
import { type AnswerContext, asText, type Named } from './answer-context.ts'
import { cabinOf, kilograms, type SegmentFare } from './fare.ts'
import type { Flight } from './flights.ts'
import type { GivenSegment, GivenStop } from './given.ts'

/** A flight with these fare details. Throws a BrokenOffer when the carrier or the number is missing. */
export function segmentOf(
  { given, leaves, lands }: Flight,
  span: Span | undefined,
  fare: SegmentFare | undefined,
  context: AnswerContext,
): TimedSegment {
  if (!leaves || !lands || !span) return broken('no segment')
  const { dictionaries, text, times } = context
  const operating = operatingCarrier(given, context)
  const stops = asArray(given.stops)
  const segment: FlightSegment = {
    departure: endpoint(leaves.airport, span.from, given.departure?.terminal, text),
    arrival: endpoint(lands.airport, span.to, given.arrival?.terminal, text),
    carrier: dictionaries.carrier(given.carrierCode) ?? (operating?.code ? operating : broken('no carrier')),
    operating_carrier: operating,
    flight_number: text(given.number) ?? broken('no flight number'),
    aircraft: dictionaries.aircraft(given.aircraft?.code),
    cabin: fare?.cabin,
    duration_minutes: span.minutes,
    stated_duration_minutes: span.stated,
    technical_stops: Math.max(asCount(given.numberOfStops) ?? 0, stops.length),
    technical_stops_at: stops.length === 0 ? undefined : technicalStops(stops, times),
    bags: fare?.bags,
    fare: fare?.fare,
    banned_in_eu: asFlag(given.blacklistedInEU),
    co2_kg: given.co2Emissions === undefined ? undefined : emissionsOf(given.co2Emissions, fare?.cabin),
  }
  return { segment, ...span }
}

function endpoint(airport: string, { text: time }: Instant, terminal: unknown, text: TextReader) {
  return { airport, terminal: text(terminal), time }
}

/** Some answers give the operating carrier's name instead of its code. */
function operatingCarrier(
  { operating }: NonNullable<GivenSegment>,
  { dictionaries }: AnswerContext,
): Named | undefined {
  if (!operating) return undefined
  const named = dictionaries.carrier(operating.carrierCode)
  if (named !== undefined) return named
  const name = asText(operating.carrierName)
  return name === undefined ? undefined : { code: '', name }
}

function technicalStops(stops: readonly GivenStop[], times: LocalTimes): FlightSegment['technical_stops_at'] {
  const found: NonNullable<FlightSegment['technical_stops_at']> = []
  for (const stop of stops) {
    const airport = parseAirport(stop?.iataCode)
    if (airport === undefined) continue
    const lands = times.at(stop?.iataCode, stop?.arrivalAt)
    const leaves = times.at(stop?.iataCode, stop?.departureAt)
    const stated = parseDuration(stop?.duration)
    const span = lands && leaves ? spanBetween(lands, leaves, stated) : undefined
    found.push({ airport, duration_minutes: span?.minutes ?? stated })
  }
  return found
}

/** Kilograms for one traveler in this cabin, from a list by cabin or a plain number. */
function emissionsOf(value: unknown, cabin: FlightSegment['cabin']): number | undefined {
  const entry = Array.isArray(value) ? entryFor(value, cabin) : value
  const weighed = asRecord(entry)
  return weighed === undefined ? kilograms(entry, undefined) : kilograms(weighed.weight, weighed.weightUnit)
}

/** The entry of the cabin, else one that names none: the emissions of another cabin are not those of this one. */
function entryFor(entries: readonly unknown[], cabin: FlightSegment['cabin']): unknown {
  const named = entries.map((entry) => asRecord(entry)?.cabin ?? undefined)
  const at = cabin === undefined ? -1 : named.findIndex((one) => cabinOf(one) === cabin)
  return entries[at === -1 ? named.indexOf(undefined) : at]
}
