import { flightName } from '#lib/client/flight-words.ts'
import { readableName } from '#lib/client/readable-name.ts'
import type { PlaceNames } from '#lib/client/search-form.ts'
import { cabinName } from '#lib/client/search-form.ts'
import { usePlaceNames } from '#lib/client/use-place-names.ts'
import { formatDate, formatDuration } from '#lib/travel/format.ts'
import type { FlightLeg, FlightSegment } from '#runner/contract/flights.ts'
import { Icon } from '../ui/icon.tsx'
import { LegRuler } from './leg-ruler.tsx'
import { LocalTime } from './local-time.tsx'
import { useReader } from './reader.tsx'

/** One direction of an open row: the ruler in both zones, then segments and waits. */
export function LegDetails({ title, leg }: { title: string; leg: FlightLeg }) {
  const { names: known } = useReader()
  const names = usePlaceNames(
    leg.layovers.map(({ airport }) => airport),
    known,
  )
  return (
    <section className="way" aria-label={title}>
      <h2>
        <b>{title}</b> {formatDate(leg.departure.time.slice(0, 10))}
        <span>{formatDuration(leg.duration_minutes)} total</span>
      </h2>
      <LegRuler leg={leg} />
      <ul>
        {leg.segments.map((segment, at) => (
          <SegmentLines key={segment.departure.time} leg={leg} segment={segment} at={at} names={names} />
        ))}
      </ul>
    </section>
  )
}

interface SegmentLinesProps {
  leg: FlightLeg
  segment: FlightSegment
  at: number
  names: PlaceNames
}

function SegmentLines({ leg, segment, at, names }: SegmentLinesProps) {
  const next = leg.segments[at + 1]
  const wait = leg.layovers[at]
  const { aircraft, cabin, operating_carrier: operator, carrier } = segment
  const about = [aircraft && readableName(aircraft.name), cabin && cabinName(cabin)].filter(Boolean).join(', ')
  return (
    <>
      <li className="segment">
        <LocalTime time={segment.departure.time} airport={segment.departure.airport} since={leg.departure.time} />
        <LocalTime time={segment.arrival.time} airport={segment.arrival.airport} since={leg.departure.time} />
        <span>
          <b>{flightName(segment)}</b> <span className="segment-about">{about}</span>
          {operator && operator.code !== carrier.code && (
            <span className="segment-about"> Operated by {readableName(operator.name)}</span>
          )}
          {segment.technical_stops > 0 && <span className="segment-about"> Lands on the way</span>}
        </span>
        <span>{formatDuration(segment.duration_minutes)}</span>
      </li>
      {next && wait && <WaitLine from={segment} to={next} minutes={wait.duration_minutes} names={names} />}
    </>
  )
}

interface WaitLineProps {
  from: FlightSegment
  to: FlightSegment
  minutes: number
  names: PlaceNames
}

function WaitLine({ from, to, minutes, names }: WaitLineProps) {
  const arrival = from.arrival
  const departure = to.departure
  const place = names[arrival.airport] ? `${names[arrival.airport]} (${arrival.airport})` : arrival.airport
  const isElsewhere = arrival.airport !== departure.airport
  const isOtherTerminal =
    !isElsewhere && arrival.terminal && departure.terminal && arrival.terminal !== departure.terminal
  return (
    <li className="layover">
      <Icon name="clock" small />
      <span>
        <b>{formatDuration(minutes)}</b> in {place}.
        {isElsewhere && ` The next flight leaves from ${departure.airport}: change airports.`}
        {isOtherTerminal && ` Terminal ${arrival.terminal} to ${departure.terminal}.`}
      </span>
    </li>
  )
}
