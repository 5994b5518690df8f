'use client'

import { Fragment } from 'react'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { formSlices } from '#lib/travel/model/flights/edit-slices.ts'
import { type FlightFormValues, travelersOf } from '#lib/travel/model/flights/flight-form.ts'
import { formatDate, formatDateRange } from '#lib/travel/model/format.ts'
import { stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { SearchBarFrame, type SearchBarProps } from '../search-bar-frame.tsx'
import { type FlightFormField, FlightSearchForm } from './flight-search-form.tsx'

/**
 * The flight search form above its results, with "AMS ⇄ AUA" or "AMS → NYC → AUA", and "13–21 Feb, 3 travelers,
 * Economy".
 */
export function FlightSearchBar(props: SearchBarProps<FlightFormValues, FlightFormField>) {
  const { initial: values } = props
  const t = useTexts('search')
  const words = useTexts('travel')
  const locale = useLocale()
  const { date, return_date, trip } = values
  const slices = trip === 'multi' ? formSlices(values) : [values]
  const stops = stopsOf(slices).map((code, at) => ({ code, at }))
  const last = trip === 'multi' ? (slices.at(-1)?.date ?? '') : trip === 'round' ? return_date : ''
  const dates = !date ? t('noDateYet') : last ? formatDateRange(date, last, locale) : formatDate(date, locale)
  return (
    <SearchBarFrame
      values={props}
      Form={FlightSearchForm}
      list={flightList}
      route={stops.map(({ code, at }) => (
        <Fragment key={at}>
          {at > 0 && <Icon name={trip === 'round' ? 'swap' : 'arrow'} small />}
          {at > 0 && <span className="sr-only">{t('toSpoken')}</span>}
          <b>{code || (at === 0 ? t('from') : t('to'))}</b>
        </Fragment>
      ))}
      rest={t(values.non_stop ? 'flightSummaryNonstop' : 'flightSummary', {
        dates,
        travelers: words('travelers', { count: travelersOf(values) }),
        cabin: words(values.cabin),
      })}
    />
  )
}
