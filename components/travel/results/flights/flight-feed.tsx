'use client'

import { useCallback, useMemo } from 'react'
import type { FlightList } from '#lib/travel/client/flights/use-flight-list.ts'
import { useOpenRow } from '#lib/travel/client/use-open-row.ts'
import { rowWithFare } from '#lib/travel/model/flights/row-with-fare.ts'
import { co2KgOf } from '#lib/travel/model/flights/sellers.ts'
import type { TimeAxis } from '#lib/travel/model/flights/time-axis.ts'
import { classes } from '../../../ui/classes.ts'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { Feed } from '../feed.tsx'
import { hasTwelveHours } from '../reader.tsx'
import type { ResultPage } from '../use-results.ts'
import { low } from './co2-gauge.tsx'
import { FlightRow } from './flight-row.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'
import { SpokenNames } from './spoken-row.tsx'
import { RulerAxis } from './time-track.tsx'
import { useFlightWords } from './use-flight-words.ts'

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
  const chosen = useOpenRow()
  const isMixed = rows.some(({ offer }) => offer.data !== rows[0]?.offer.data)
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
        head={<Ruler axis={axis} withCo2={withCo2} />}
        draw={(row, place) => (
          <FlightRow
            {...place}
            row={rowWithFare(row, chosen)}
            axis={axis}
            median={medianCo2}
            lowestPrice={reference.lowestPrice}
            isMixed={isMixed}
            isOpen={row.itinerary.key === page.open}
            onToggle={onToggle}
          />
        )}
      />
    </SpokenNames>
  )
}

/** The time axis above the list, shared by all bars. Hidden from screen readers: each row states its times. */
function Ruler({ axis, withCo2 }: { axis: TimeAxis; withCo2: boolean }) {
  const { t } = useFlightWords()
  const rich = useRichTexts('flights')
  const results = useTexts('results')
  return (
    <div className="ruler" aria-hidden="true">
      <span className="ruler-scope">{t('localTime')}</span>
      <RulerAxis axis={axis} />
      <span className="ruler-co2">{withCo2 && rich('co2Each', { low })}</span>
      <span className="ruler-price">{results('totalPrice')}</span>
    </div>
  )
}
