'use client'

import { useMemo } from 'react'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import type { TripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import { useOpenRow } from '#lib/travel/client/use-open-row.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import { groupByOutbound, type OutboundItem } from '#lib/travel/model/flights/round-trips.ts'
import { rowWithFare } from '#lib/travel/model/flights/row-with-fare.ts'
import { type FlightSort, flightSorts } from '#lib/travel/model/flights/sort.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { directionTitle } from '#lib/travel/model/flights/words.ts'
import { classes } from '../../../../ui/classes.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { lazily } from '../../../../ui/lazily.tsx'
import { useTexts } from '../../../../ui/texts.tsx'
import { useTravelProfile } from '../../../profile/profile-provider.tsx'
import { Feed, type RowPlace } from '../../feed.tsx'
import { hasTwelveHours } from '../../reader.tsx'
import { RowOpener } from '../../row-parts.tsx'
import { SortPick, type SortPickProps } from '../../sort-pick.tsx'
import type { ResultPage } from '../../use-results.ts'
import { FlightBestWords, FlightDetails } from '../flight-parts.ts'
import { useFlightSearch } from '../flight-search-context.tsx'
import { sortNames } from '../flight-sorts.tsx'
import { SpokenNames } from '../spoken-row.tsx'
import { RulerAxis } from '../time-track.tsx'
import { useFlightWords } from '../use-flight-words.ts'
import { StepRow, type StepTag } from './step-row.tsx'

const LegDetails = lazily(async () => (await import('../leg-details.tsx')).LegDetails)

interface StepFeedProps {
  page: ResultPage<FlightList>
  step: Pick<TripStep, 'kind' | 'chosen' | 'choose'>
  onToggle: (key: string) => void
}

/** Lists narrower than 820 px stack their rows. The style sheet has the same breakpoint and the same heights. */
const heightAt = (width: number) => (width < 820 ? 106 : 62)

/** The outbound flights of round trips, or the returns after the chosen one, under one time axis. */
export function StepFeed({ page, step, onToggle }: StepFeedProps) {
  const { t, locale } = useFlightWords()
  const { profile } = useTravelProfile()
  const search = useFlightSearch()
  const { rows, first, facts } = page.list
  const isReturn = step.kind === 'return'
  const chosen = useOpenRow()
  const groups = useMemo(() => (isReturn ? [] : groupByOutbound(rows)), [isReturn, rows])
  const keys = useMemo(
    () => (isReturn ? rows.map(({ itinerary }) => itinerary.key) : groups.map(({ key }) => key)),
    [isReturn, rows, groups],
  )
  const keyOf = (row: FlightItem | undefined) => (isReturn ? row?.itinerary.key : row?.itinerary.outbound)
  const marks = (key: string) => ({ tag: tagOf(key), isLowest: keyOf(first.price) === key })
  const tagOf = (key: string): StepTag | undefined => {
    if (keyOf(first.best) === key) return 'best'
    if (keyOf(first.price) === key) return 'lowest'
    return keyOf(first.duration) === key ? 'fastest' : undefined
  }
  const { axis, reference } = facts
  const shared = { axis, lowestPrice: reference.lowestPrice }
  const places = { origin: search.origin, destination: search.destination }
  const label = t(isReturn ? 'returnFlights' : 'outboundFlights')
  // The scroll position of each step is its own.
  const own = useMemo(() => ({ ...page, query: `${page.query}#${step.chosen ?? ''}` }), [page, step.chosen])
  const board = {
    page: own,
    label,
    keys,
    heightAt,
    className: classes('has-steps', hasTwelveHours(locale) && 'has-12h'),
    head: (
      <StepRuler
        axis={axis}
        places={isReturn ? { origin: places.destination, destination: places.origin } : places}
        fact={t(isReturn ? 'fares' : 'returns')}
        hasBags={profile.cabin_bags + profile.checked_bags > 0}
      />
    ),
  }
  return (
    <SpokenNames rows={rows}>
      {isReturn ? (
        <Feed
          {...board}
          rows={rows}
          draw={(row, place) => (
            <ReturnRow
              {...place}
              {...shared}
              row={rowWithFare(row, chosen)}
              {...marks(row.itinerary.key)}
              isOpen={row.itinerary.key === page.open}
              onToggle={onToggle}
            />
          )}
        />
      ) : (
        <Feed
          {...board}
          rows={groups}
          draw={(row, place) => (
            <OutboundRow
              {...place}
              {...shared}
              row={row}
              {...marks(row.key)}
              isOpen={row.key === page.open}
              onToggle={onToggle}
              onChoose={step.choose}
            />
          )}
        />
      )}
    </SpokenNames>
  )
}

interface StepRulerProps {
  axis: TimeAxis
  places: { origin: string; destination: string }
  fact: string
  hasBags: boolean
}

/** The names of the columns. Hidden from screen readers: each row states its facts. */
function StepRuler({ axis, places, fact, hasBags }: StepRulerProps) {
  const { t } = useFlightWords()
  return (
    <div className="ruler step-cells" aria-hidden="true">
      <span>{t('departureClock')}</span>
      <RulerAxis axis={axis} places={places} />
      <span>{t('duration')}</span>
      <span>{fact}</span>
      <span>{t(hasBags ? 'roundTripWithBags' : 'roundTrip')}</span>
    </div>
  )
}

interface RowProps<Row> extends RowPlace {
  row: Row
  axis: TimeAxis
  lowestPrice: number
  tag: StepTag | undefined
  isLowest: boolean
  isOpen: boolean
  onToggle: (key: string) => void
}

/** An outbound. Its button chooses it; a second one, shown on hover and focus, opens its details. */
function OutboundRow({
  row,
  onToggle,
  onChoose,
  ...place
}: RowProps<OutboundItem> & { onChoose: (key: string) => void }) {
  const { t } = useFlightWords()
  const { key, lowest, trips, nonstopReturns } = row
  const leg = lowest.itinerary.legs[0]
  const count = t('returnsCount', { count: trips.length })
  const nonstop = nonstopReturns > 0 ? t('nonstopCount', { count: nonstopReturns }) : ''
  return (
    <StepRow
      {...place}
      id={key}
      direction={0}
      trip={lowest}
      fact={{ strong: count, rest: nonstop, spoken: count }}
      buttons={(label) => (
        <>
          <button
            type="button"
            className="opener middle no-print"
            aria-label={t('chooseOutbound', { label })}
            onClick={() => onChoose(key)}
          >
            <Icon name="right" />
          </button>
          <button
            type="button"
            className="step-details middle no-print"
            aria-expanded={place.isOpen}
            aria-label={t(place.isOpen ? 'hideOutbound' : 'showOutbound', { label })}
            onClick={() => onToggle(key)}
          >
            <Icon name={place.isOpen ? 'up' : 'info'} />
          </button>
        </>
      )}
    >
      {leg && (
        <div className="details">
          <LegDetails title={directionTitle(0, false, t)} leg={leg} cabins={[]} />
        </div>
      )}
    </StepRow>
  )
}

const preload = () => void FlightDetails.preload()

/** A return. Its button opens the whole trip with its fares. */
function ReturnRow({ row, onToggle, ...place }: RowProps<FlightItem>) {
  const { t } = useFlightWords()
  const { key } = row.itinerary
  const fares = t('fareCount', { count: row.fares.length })
  return (
    <StepRow
      {...place}
      id={key}
      direction={1}
      trip={row}
      fact={{ strong: fares, rest: '', spoken: fares }}
      buttons={(label) => (
        <RowOpener
          label={t(place.isOpen ? 'hide' : 'show', { label })}
          isOpen={place.isOpen}
          detailsId={`details-${key}`}
          onToggle={() => onToggle(key)}
          onNear={preload}
        />
      )}
    >
      <FlightDetails id={`details-${key}`} row={row} lowestPrice={place.lowestPrice} />
    </StepRow>
  )
}

interface StepSortsProps extends Omit<SortPickProps<FlightSort>, 'sorts' | 'children'> {
  list: Pick<FlightList, 'first' | 'facts'>
}

/** The sort order of outbound flights, or of their returns. */
export function StepSorts({ list: { first, facts }, ...pick }: StepSortsProps) {
  const t = useTexts('flights')
  return (
    <SortPick sorts={flightSorts.map((sort) => ({ sort, name: t(sortNames[sort]) }))} {...pick}>
      <FlightBestWords best={first.best} cheapest={first.price} fastest={first.duration} reference={facts.reference} />
    </SortPick>
  )
}
