import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import type { TripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import type { Itinerary } from '#lib/travel/model/flights/itinerary.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { FilteredOut } from '../states/filtered-out.tsx'
import { type FlightFiltersProps, useFilterWords } from './flight-filters.tsx'

interface FlightFilteredOutProps extends FlightFiltersProps {
  sort: string | null
  step: TripStep['kind']
  days: DayPrices
}

export function FlightFilteredOut({ currency, days, step, ...props }: FlightFilteredOutProps) {
  const locale = useLocale()
  const t = useTexts('flights')
  const other = cheapestOther(days)
  return (
    <FilteredOut {...props} counted={countedIn(step, props.list.all)} words={useFilterWords(props.list, currency)}>
      {other && (
        <ButtonLink variant="quiet" href={`/search/flights?${other.query}`}>
          {t('tryDate', {
            date: formatDate(other.date, locale),
            price: formatPrice(other.amount, other.currency, locale),
          })}
        </ButtonLink>
      )}
    </FilteredOut>
  )
}

/** What the rows of a step are, with their number before filters; absent for whole trips. */
function countedIn(step: TripStep['kind'], all: readonly Itinerary[]) {
  if (step === 'all') return undefined
  return step === 'return'
    ? { noun: 'returns' as const, found: all.length }
    : { noun: 'outbound' as const, found: new Set(all.map(({ outbound }) => outbound)).size }
}

/** The cheapest other day, if known. */
function cheapestOther({ days }: DayPrices): { date: string; query: string; amount: number; currency: string } | null {
  const priced = days.flatMap(({ isSelected, date, query, price }) =>
    price.state === 'priced' && !isSelected ? [{ date, query, ...price.price }] : [],
  )
  return priced.toSorted((a, b) => a.amount - b.amount || (a.date < b.date ? -1 : 1))[0] ?? null
}
