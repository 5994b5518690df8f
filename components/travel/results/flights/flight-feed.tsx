'use client'

import { useCallback, useMemo } from 'react'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { co2KgOf } from '#lib/travel/model/flights/sellers.ts'
import { classes } from '../../../ui/classes.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { Feed } from '../feed.tsx'
import { hasTwelveHours } from '../reader.tsx'
import type { ResultPage } from '../use-results.ts'
import { FlightRow } from './flight-row.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'
import { Ruler } from './ruler.tsx'
import { SpokenNames } from './spoken-row.tsx'

interface FlightFeedProps {
  page: ResultPage<FlightList>
  onToggle: (key: string) => void
}

/** Narrower lists stack their rows. The style sheet has the same breakpoint. */
const STACKED_BELOW_PX = 820

/** The sorted flights under one time axis. */
export function FlightFeed({ page, onToggle }: FlightFeedProps) {
  const locale = useLocale()
  const t = useTexts('flights')
  const { rows, facts } = page.list
  const { axis, directions, medianCo2, reference } = facts
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
        page={page}
        label={t('flights')}
        rows={rows}
        keys={keys}
        heightAt={heightAt}
        className={classes(hasTwelveHours(locale) && 'has-12h', !withCo2 && 'no-co2', isMulti && 'has-dates')}
        head={
          <>
            <h2 className="sr-only">{t('flights')}</h2>
            <Ruler axis={axis} withCo2={withCo2} />
          </>
        }
        draw={(row, place) => (
          <FlightRow
            {...place}
            row={row}
            axis={axis}
            median={medianCo2}
            lowestPrice={reference.lowestPrice}
            isOpen={row.itinerary.key === page.open}
            onToggle={onToggle}
          />
        )}
      />
    </SpokenNames>
  )
}
