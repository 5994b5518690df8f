import type { KnownPrice } from '#lib/travel/flights/day-strip.ts'
import { otherDays } from '#lib/travel/flights/other-days.ts'
import type { WiderPlace } from '#lib/travel/flights/wider-place.ts'
import { writeFlightQuery } from '#lib/travel/flights/write-flight-query.ts'
import { formatDate } from '#lib/travel/format.ts'
import { priceWriter } from '#lib/travel/money.ts'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { SaveSearch } from '../save-search.tsx'
import { hasUnusable, NoneExplained } from '../states/none-explained.tsx'
import { StatePanel } from '../states/state-panel.tsx'
import { FlightsAlone } from './flights-alone.tsx'
import { useFlightWords } from './use-flight-words.ts'

export interface NoneFoundProps {
  search: FlightSearch
  today: string
  /** The known price of a day, if any. */
  known: (date: string) => KnownPrice | undefined
  wider: WiderPlace[]
  view: NoneView
}

/** Every source answered without results. Each suggestion changes one part of the search. */
export function NoneFound({ search, today, known, wider, view }: NoneFoundProps) {
  const go = (change: Partial<FlightSearch>) => `/search/flights?${writeFlightQuery({ ...search, ...change })}`
  const { t, locale } = useFlightWords()
  const results = useTexts('results')
  const days = otherDays(search, { today, known })
  const write = priceWriter(
    days.flatMap(({ price }) => price?.amount ?? []),
    search.currency,
    locale,
  )
  return (
    <StatePanel
      icon="search"
      title={hasUnusable(view) ? t('noUsable') : search.non_stop ? t('noNonstop') : t('noneFound')}
      actions={
        <ul className="state-steps">
          {search.non_stop && (
            <li>
              <span>{t('nonstopIsOn')}</span>
              <ButtonLink size="sm" href={go({ non_stop: false })}>
                {t('allowStops')}
              </ButtonLink>
            </li>
          )}
          {wider.map(({ field, code, name }) => (
            <li key={field}>
              <span>{t('moreAirports', { name, code: search[field] })}</span>
              <ButtonLink size="sm" href={go({ [field]: code })}>
                {t('allAirportsOf', { name })}
              </ButtonLink>
            </li>
          ))}
          {search.cabin !== 'economy' && (
            <li>
              <span>{t('otherCabins')}</span>
              <ButtonLink size="sm" href={go({ cabin: 'economy' })}>
                {t('searchEconomy')}
              </ButtonLink>
            </li>
          )}
          {search.onward && <FlightsAlone search={search}>{t('oneMayBeMissing')}</FlightsAlone>}
          {days.length > 0 && (
            <li>
              <span>{search.return_date || search.onward ? results('otherDatesSameStay') : results('otherDates')}</span>
              <span className="state-dates">
                {days.map(({ search: other, price }) => (
                  <ButtonLink key={other.date} size="sm" href={go(other)}>
                    {price
                      ? t('dateFrom', { date: formatDate(other.date, locale), price: write(price.amount) })
                      : formatDate(other.date, locale)}
                  </ButtonLink>
                ))}
              </span>
            </li>
          )}
          <li>
            <span>{results('lookAgain')}</span>
            <SaveSearch />
          </li>
        </ul>
      }
    >
      <NoneExplained view={view}>{search.onward ? t('noneOnTrip') : t('noneOnRoute')}</NoneExplained>
    </StatePanel>
  )
}
