'use client'

import { type RefObject, useCallback, useMemo } from 'react'
import type { FlightFacts } from '#lib/travel/client/flights/use-flight-list.ts'
import type { FlightItem } from '#lib/travel/model/flights/narrow.ts'
import { co2KgOf } from '#lib/travel/model/flights/sellers.ts'
import type { FlightSort } from '#lib/travel/model/flights/sort.ts'
import { classes } from '../../../ui/classes.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { Feed } from '../feed.tsx'
import type { HeldRow } from '../held-row.ts'
import { hasTwelveHours, useReader } from '../reader.tsx'
import { FlightRow } from './flight-row.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'
import { Ruler } from './ruler.tsx'
import { SpokenNames } from './spoken-row.tsx'

interface FlightFeedProps {
  id: string
  rows: readonly FlightItem[]
  facts: FlightFacts
  sort: FlightSort
  isBusy: boolean
  isStale: boolean
  /** The key of the open row, or null. */
  open: string | null
  held: RefObject<HeldRow | null>
  /** The query of the search. */
  query: string
  onToggle: (key: string) => void
}

/** Narrower lists stack their rows. The style sheet has the same breakpoint. */
const STACKED_BELOW_PX = 820

/** The sorted flights under one time axis. */
export function FlightFeed({ rows, facts, onToggle, ...list }: FlightFeedProps) {
  const { locale } = useReader()
  const t = useTexts('flights')
  const { directions, medianCo2, reference } = facts
  const isMulti = useIsMultiCity()
  const keys = useMemo(() => rows.map(({ itinerary }) => itinerary.key), [rows])
  const heightAt = useCallback(
    (width: number) => (width < STACKED_BELOW_PX ? 110 + (isMulti ? 60 : 44) * directions : 41 + 32 * directions),
    [directions, isMulti],
  )
  const withCo2 = medianCo2 !== null || rows.some(({ fares }) => co2KgOf(fares) !== undefined)
  return (
    <SpokenNames rows={rows}>
      <Feed
        {...list}
        label={t('flights')}
        keys={keys}
        heightAt={heightAt}
        className={classes(hasTwelveHours(locale) && 'has-12h', !withCo2 && 'no-co2', isMulti && 'has-dates')}
        head={
          <>
            <h2 className="sr-only">{t('flights')}</h2>
            <Ruler axis={facts.axis} withCo2={withCo2} />
          </>
        }
        row={(index, ref) => {
          const row = rows[index]
          return (
            row && (
              <FlightRow
                ref={ref}
                row={row}
                index={index}
                of={rows.length}
                axis={facts.axis}
                median={medianCo2}
                lowestPrice={reference.lowestPrice}
                isOpen={row.itinerary.key === list.open}
                onToggle={onToggle}
              />
            )
          )
        }}
      />
    </SpokenNames>
  )
}
