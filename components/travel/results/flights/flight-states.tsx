import type { Texts } from '#lib/platform/model/texts.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import { flightsAlone } from '#lib/travel/model/flights/flight-alone.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { otherDays } from '#lib/travel/model/flights/other-days.ts'
import type { WiderPlace } from '#lib/travel/model/flights/wider-place.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { ExplainedState, type ExplainedStateProps } from '../states/explained-state.tsx'
import { type NextStep, NextSteps, NothingFound } from '../states/nothing-found.tsx'
import { StatePanel } from '../states/state-panel.tsx'
import { useIsMultiCity } from './flight-search-context.tsx'

// The states shown in place of the list. One script for all, because a page shows at most one of them.

export function ExplainedFlights(props: Omit<ExplainedStateProps, 'fields'>) {
  const reader = { t: useTexts('flightFields'), locale: useLocale() }
  return <ExplainedState {...props} fields={flightSentences(useIsMultiCity() ? 'multi' : 'one', reader)} />
}

/** No available source accepts a trip with this many flights. */
export function NoMultiCity({ search }: { search: FlightSearch }) {
  const t = useTexts('flights')
  return (
    <StatePanel
      icon="info"
      title={t('noMultiCity')}
      actions={<NextSteps steps={[eachAlone(search, t('searchEach'), t)]} />}
    >
      <p>{t('simpleTripsOnly')}</p>
    </StatePanel>
  )
}

interface NoFlightsProps {
  search: FlightSearch
  today: string
  /** The known price of a day, if any. */
  known: (date: string) => DateCell | undefined
  wider: WiderPlace[]
  view: NoneView
}

export function NoFlights({ search, today, known, wider, view }: NoFlightsProps) {
  const locale = useLocale()
  const [t, results] = [useTexts('flights'), useTexts('results')]
  const days = otherDays(search, { today, known })
  const write = priceWriter(
    days.flatMap(({ price }) => price?.amount ?? []),
    search.currency,
    locale,
  )
  const to = (change: Partial<FlightSearch>, text: string) => ({ text, href: addressOf({ ...search, ...change }) })
  return (
    <NothingFound
      view={view}
      title={t(search.non_stop ? 'noNonstop' : 'noneFound')}
      unusableTitle={t('noUsable')}
      reason={t(search.onward ? 'noneOnTrip' : 'noneOnRoute')}
      steps={[
        search.non_stop && { text: t('nonstopIsOn'), links: [to({ non_stop: false }, t('allowStops'))] },
        ...wider.map(({ field, code, name }) => ({
          text: t('moreAirports', { name, code: search[field] }),
          links: [to({ [field]: code }, t('allAirportsOf', { name }))],
        })),
        search.cabin !== 'economy' && {
          text: t('otherCabins'),
          links: [to({ cabin: 'economy' }, t('searchEconomy'))],
        },
        search.onward !== undefined && eachAlone(search, t('oneMayBeMissing'), t),
        days.length > 0 && {
          text: results(search.return_date || search.onward ? 'otherDatesSameStay' : 'otherDates'),
          links: days.map(({ search: other, price }) => {
            const date = formatDate(other.date, locale)
            return to(other, price ? t('dateFrom', { date, price: write(price.amount) }) : date)
          }),
        },
      ]}
    />
  )
}

const addressOf = (search: FlightSearch) => `/search/flights?${writeFlightQuery(search)}`

/** Offers each flight of a multi-city trip as a one-way search. */
const eachAlone = (search: FlightSearch, text: string, t: Texts<'flights'>): NextStep => ({
  text,
  links: flightsAlone(search).map((alone, at) => ({
    text: t('flightAlone', { number: at + 1 }),
    href: addressOf(alone),
  })),
})
