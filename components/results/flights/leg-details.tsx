import { usePlaceNames } from '#lib/client/use-place-names.ts'
import { cabinName } from '#lib/travel/flights/flight-form.ts'
import { flightName } from '#lib/travel/flights/words.ts'
import { formatDate, formatDuration } from '#lib/travel/format.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import type { FlightLeg, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReader } from '../reader.tsx'
import { LegRuler } from './leg-ruler.tsx'
import { LocalTime } from './local-time.tsx'

interface LegDetailsProps {
  title: string
  leg: FlightLeg
  /** The cabin of each segment in the chosen fare. */
  cabins: readonly FlightSegment['cabin'][]
}

/** One direction of an open row: a ruler in both time zones, then segments and layovers. */
export function LegDetails({ title, leg, cabins }: LegDetailsProps) {
  const { names: known } = useReader()
  const names = usePlaceNames(
    leg.layovers.map(({ airport }) => airport),
    known,
  )
  return (
    <section className="way" aria-label={title}>
      <h3>
        <b>{title}</b> {formatDate(leg.departure.time.slice(0, 10))}
        <span>{formatDuration(leg.duration_minutes)} total</span>
      </h3>
      <LegRuler leg={leg} />
      <ul>
        {leg.segments.map((segment, at) => (
          <SegmentLines
            key={segment.departure.time}
            leg={leg}
            segment={segment}
            at={at}
            cabin={cabins[at]}
            names={names}
          />
        ))}
      </ul>
    </section>
  )
}

interface SegmentLinesProps {
  leg: FlightLeg
  segment: FlightSegment
  at: number
  cabin: FlightSegment['cabin']
  names: PlaceNames
}

function SegmentLines({ leg, segment, at, cabin, names }: SegmentLinesProps) {
  const next = leg.segments[at + 1]
  const wait = leg.layovers[at]
  const { aircraft, operating_carrier: operator, carrier } = segment
  const isOperated = operator && operator.code !== carrier.code && operator.name && operator.name !== carrier.name
  const about = [
    aircraft && readableName(aircraft.name),
    cabin && cabinName(cabin),
    isOperated && `operated by ${readableName(operator.name)}`,
    segment.technical_stops > 0 && landingText(segment),
  ]
  return (
    <>
      <li className="segment">
        <LocalTime time={segment.departure.time} airport={segment.departure.airport} since={leg.departure.time} />
        <LocalTime
          time={segment.arrival.time}
          airport={segment.arrival.airport}
          since={leg.departure.time}
          spoken="to"
        />
        <span>
          <b>{flightName(segment)}</b> <span className="segment-about">{about.filter(Boolean).join(', ')}</span>
          <TerminalText segment={segment} />
        </span>
        <span>{formatDuration(segment.duration_minutes)}</span>
      </li>
      {next && wait && <WaitLine from={segment} to={next} minutes={wait.duration_minutes} names={names} />}
    </>
  )
}

/** "lands in ANC for 1 h 00 on the way" */
function landingText({ technical_stops_at: places = [] }: FlightSegment): string {
  if (places.length === 0) return 'lands on the way'
  const texts = places.map(({ airport, duration_minutes: minutes }) =>
    minutes === undefined ? airport : `${airport} for ${formatDuration(minutes)}`,
  )
  return `lands in ${texts.join(', ')} on the way`
}

function TerminalText({ segment: { departure, arrival } }: { segment: FlightSegment }) {
  const texts = [
    departure.terminal && `from Terminal ${departure.terminal}`,
    arrival.terminal && `to Terminal ${arrival.terminal}`,
  ].filter(Boolean)
  if (texts.length === 0) return null
  return <span className="segment-terminals">{texts.join(' ')}</span>
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
