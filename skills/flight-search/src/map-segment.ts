import type { FlightSegment } from '#runner/contract/flights.ts'
import type { AnswerContext } from './answer-context.ts'
import { need } from './broken-offer.ts'
import type { Named } from './dictionaries.ts'
import { cabinOf, kilograms, type OfferFare } from './fare.ts'
import type { LocalTimes } from './local-times.ts'
import { asArray, asCount, asRecord, asText, type JsonRecord, type TextReader } from './read.ts'
import { type LocalTime, parseAirport, parseDuration, type Span, spanBetween } from './zoned.ts'

export type TimedSegment = { readonly segment: FlightSegment; readonly span: Span }

/** Maps one flight. Throws a BrokenOffer when a place, a time, the carrier or the number is missing or impossible. */
export function readSegment(given: JsonRecord, fare: OfferFare, context: AnswerContext): TimedSegment {
  const { dictionaries, times, text } = context
  const from = asRecord(given.departure)
  const to = asRecord(given.arrival)
  const leaves = need(times.at(from?.iataCode, from?.at), 'no departure')
  const lands = need(times.at(to?.iataCode, to?.at), 'no arrival')
  const span = need(spanBetween(leaves, lands, given.duration), 'arrives before it leaves, or at an unknown airport')
  const operating = operatingCarrier(given, context)
  const stops = asArray(given.stops)
  const segment: FlightSegment = {
    departure: endpoint(leaves, span.from.text, from?.terminal, text),
    arrival: endpoint(lands, span.to.text, to?.terminal, text),
    carrier: need(dictionaries.carrier(given.carrierCode) ?? (operating?.code ? operating : undefined), 'no carrier'),
    flight_number: need(text(given.number), 'no flight number'),
    duration_minutes: span.minutes,
    technical_stops: Math.max(asCount(given.numberOfStops) ?? 0, stops.length),
  }
  if (operating !== undefined) segment.operating_carrier = operating
  const aircraft = dictionaries.aircraft(asRecord(given.aircraft)?.code)
  if (aircraft !== undefined) segment.aircraft = aircraft
  if (stops.length > 0) segment.technical_stops_at = technicalStops(stops, times)
  const priced = fare.bySegment.get(text(given.id))
  if (priced?.cabin !== undefined) segment.cabin = priced.cabin
  if (priced?.bags !== undefined) segment.bags = priced.bags
  if (priced?.fare !== undefined) segment.fare = priced.fare
  if (typeof given.blacklistedInEU === 'boolean') segment.banned_in_eu = given.blacklistedInEU
  const emissions = given.co2Emissions === undefined ? undefined : emissionsOf(given.co2Emissions, segment.cabin)
  if (emissions !== undefined) segment.co2_kg = emissions
  return { segment, span }
}

function endpoint(place: LocalTime, time: string, terminal: unknown, text: TextReader): FlightSegment['departure'] {
  const name = text(terminal)
  return name === undefined ? { airport: place.airport, time } : { airport: place.airport, terminal: name, time }
}

/** Some answers give the operating carrier's name in place of its code. */
function operatingCarrier(given: JsonRecord, { dictionaries }: AnswerContext): Named | undefined {
  const operating = asRecord(given.operating)
  if (operating === undefined) return undefined
  const named = dictionaries.carrier(operating.carrierCode)
  if (named !== undefined) return named
  const name = asText(operating.carrierName)
  return name === undefined ? undefined : { code: '', name }
}

function technicalStops(stops: readonly unknown[], times: LocalTimes): FlightSegment['technical_stops_at'] {
  const found: NonNullable<FlightSegment['technical_stops_at']> = []
  for (const value of stops) {
    const stop = asRecord(value)
    const airport = parseAirport(stop?.iataCode)
    if (airport === undefined) continue
    const lands = times.at(airport, stop?.arrivalAt)
    const leaves = times.at(airport, stop?.departureAt)
    const span = lands && leaves ? spanBetween(lands, leaves, stop?.duration) : undefined
    const duration = span?.minutes ?? parseDuration(stop?.duration)
    found.push(duration === undefined ? { airport } : { airport, duration_minutes: duration })
  }
  return found
}

/** Kilograms for one traveler in this cabin: from a list by cabin, or a bare number. */
function emissionsOf(value: unknown, cabin: FlightSegment['cabin']): number | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value]
  const fitting = entries.find((entry) => cabin !== undefined && cabinOf(asRecord(entry)?.cabin) === cabin)
  const entry = fitting ?? entries[0]
  const weighed = asRecord(entry)
  return weighed === undefined ? kilograms(entry, undefined) : kilograms(weighed.weight, weighed.weightUnit)
}
