import { usePlaceNames } from '#lib/travel/client/use-place-names.ts'
import { allianceNames } from '#lib/travel/model/alliances.ts'
import { allianceOf } from '#lib/travel/model/flights/alliances.ts'
import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import type { FlightWords } from '#lib/travel/model/flights/flight-words.ts'
import { legParts } from '#lib/travel/model/flights/time-axis.ts'
import { airlineName, describeLeg, flightName } from '#lib/travel/model/flights/words.ts'
import { makeLegRuler } from '#lib/travel/model/flights/zone-ticks.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { readableName } from '#lib/travel/model/readable-name.ts'
import type { FlightLeg, FlightSegment, Layover } from '#runner/contract/capabilities/flight-result.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { LocalTime } from './local-time.tsx'
import { LegBars } from './time-track.tsx'
import { useFlightWords } from './use-flight-words.ts'

/** Narrower bars have no room for the flight number; the lines below show it. */
const NARROWEST_LABEL_PERCENT = 9

/** A leg between two time axes: origin time above, destination time below. */
function LegRuler({ leg }: { leg: FlightLeg }) {
  const ruler = makeLegRuler(leg)
  const words = useFlightWords()
  const { locale } = words
  const flights = leg.segments.map(flightName)
  return (
    <div className="zones" role="img" aria-label={describeLeg(leg, words)}>
      <span className="zone is-origin">{leg.departure.airport}</span>
      <span className="zone is-destination">{leg.arrival.airport}</span>
      <div className="zones-scale">
        {(['origin', 'destination'] as const).map((end) =>
          ruler[end].map(({ at, hour, midnight }, index) => (
            <span
              key={at}
              className={classes(`zone-tick is-${end}`, midnight && 'is-midnight')}
              style={{ insetInlineStart: `${at}%` }}
            >
              <em>{tickText(hour, locale, index === 0)}</em>
            </span>
          )),
        )}
        <LegBars
          parts={legParts({ ...ruler, ticks: [] }, leg)}
          textIn={({ width }, at) => width > NARROWEST_LABEL_PERCENT && <b>{flights[at / 2]}</b>}
        />
      </div>
    </div>
  )
}

interface LegDetailsProps {
  title: string
  leg: FlightLeg
  /** The cabin of each segment in the chosen fare. */
  cabins: readonly FlightSegment['cabin'][]
}

/** One direction of an open row: a ruler in both time zones, then segments and layovers. */
export function LegDetails({ title, leg, cabins }: LegDetailsProps) {
  const { names: known } = useReader()
  const { t, duration, locale } = useFlightWords()
  const names = usePlaceNames(
    leg.layovers.map(({ airport }) => airport),
    known,
  )
  return (
    <section className="way" aria-label={title}>
      <h3>
        <b>{title}</b> {formatDate(leg.departure.time.slice(0, 10), locale)}
        <span>{t('timeTotal', { time: duration(leg.duration_minutes) })}</span>
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
  const words = useFlightWords()
  const { t, duration } = words
  const travel = useTexts('travel')
  const next = leg.segments[at + 1]
  const wait = leg.layovers[at]
  const { aircraft, operating_carrier: operator, carrier } = segment
  const isOperated = operator && operator.code !== carrier.code && operator.name && operator.name !== carrier.name
  const alliance = allianceOf(carrier.code)
  const about = [
    alliance && allianceNames[alliance],
    aircraft && readableName(aircraft.name),
    cabin && travel(cabin),
    isOperated && t('operatedByInList', { name: airlineName(operator, t) }),
    segment.technical_stops > 0 && landingText(segment, words),
  ]
  return (
    <>
      <li className="segment">
        <LocalTime time={segment.departure.time} airport={segment.departure.airport} since={leg.departure.time} />
        <LocalTime
          time={segment.arrival.time}
          airport={segment.arrival.airport}
          since={leg.departure.time}
          spoken={t('toSpoken')}
        />
        <span>
          <b>{flightName(segment)}</b> <span className="segment-about">{inList(about, t)}</span>
          <TerminalText segment={segment} />
        </span>
        <span>
          {duration(segment.duration_minutes)}
          {segment.stated_duration_minutes !== undefined && (
            <small> {t('durationStated', { time: duration(segment.stated_duration_minutes) })}</small>
          )}
        </span>
      </li>
      {next && wait && <WaitLine from={segment} to={next} wait={wait} names={names} />}
    </>
  )
}

/** "lands in ANC for 1 h 00 on the way" */
function landingText({ technical_stops_at: places = [] }: FlightSegment, { t, duration }: FlightWords): string {
  if (places.length === 0) return t('lands')
  const texts = places.map(({ airport, duration_minutes: minutes }) =>
    minutes === undefined ? airport : t('landsFor', { airport, time: duration(minutes) }),
  )
  return t('landsIn', { places: inList(texts, t) })
}

function TerminalText({ segment: { departure, arrival } }: { segment: FlightSegment }) {
  const t = useTexts('flights')
  const [from, to] = [departure.terminal, arrival.terminal]
  if (!from && !to) return null
  return (
    <span className="segment-terminals dim">
      {from && to && t('betweenTerminals', { from, to })}
      {from && !to && t('fromTerminal', { from })}
      {to && !from && t('toTerminal', { to })}
    </span>
  )
}

interface WaitLineProps {
  from: FlightSegment
  to: FlightSegment
  wait: Layover
  names: PlaceNames
}

function WaitLine({ from, to, wait, names }: WaitLineProps) {
  const { t, duration } = useFlightWords()
  const rich = useRichTexts('flights')
  const arrival = from.arrival
  const departure = to.departure
  const place = names[arrival.airport] ? `${names[arrival.airport]} (${arrival.airport})` : arrival.airport
  const isElsewhere = arrival.airport !== departure.airport
  const terminals =
    arrival.terminal && departure.terminal ? { from: arrival.terminal, to: departure.terminal } : undefined
  const otherTerminal = !isElsewhere && terminals && terminals.from !== terminals.to && terminals
  return (
    <li className="layover">
      <Icon name="clock" small />
      <span>
        {rich('waitIn', { time: duration(wait.duration_minutes), place, b: bold })}
        {isElsewhere && ` ${t('nextFromElsewhere', { airport: departure.airport })}`}
        {otherTerminal && ` ${t('changeTerminal', otherTerminal)}`}
        {wait.self_transfer && ` ${t('selfTransferHelp')}`}
      </span>
    </li>
  )
}
