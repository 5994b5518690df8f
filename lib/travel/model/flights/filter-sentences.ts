import { formatPrice } from '../money.ts'
import { describeChoice, describeRange } from '../results/filter-sentences.ts'
import {
  clockText,
  type FlightFilterContext,
  flightFilterTitles,
  flightOptionName,
  isNight,
  timeTitle,
} from './filter-words.ts'
import type { FlightChoiceName, FlightFilterName, FlightFilters } from './filters.ts'

/** One active filter in words: "Nonstop only", "Without United", "Departure from AMS 06:00–22:00", "Up to €2,300". */
export function describeFlightFilter(
  name: FlightFilterName,
  filters: FlightFilters,
  context: FlightFilterContext,
): string {
  const { locale, currency, words, results } = context
  const { t, duration } = words
  switch (name) {
    case 'stops':
    case 'airlines':
    case 'alliances':
    case 'via':
    case 'nights':
      return describeChoice(filters[name], {
        title: t(flightFilterTitles[name]),
        labelOf: (value) => flightOptionName(name, value, context),
        inSentence: (value) => nameInSentence(name, value, context),
        t: results,
      })
    case 'price':
      return describeRange(filters.price, (amount) => formatPrice(amount, currency, locale), {
        above: (price) => results('priceAbove', { price }),
        below: (price) => results('priceBelow', { price }),
      })
    case 'minutes':
      return describeRange(filters.minutes, duration, {
        above: (time) => t('atLeast', { time }),
        below: (time) => t('atMost', { time }),
      })
    case 'checkedBag':
      return t('checkedBagIncluded')
    case 'cabinBag':
      return t('cabinBagIncluded')
    default: {
      const title = timeTitle(name, context)
      return describeRange(filters[name], (minutes) => clockText(minutes, words), {
        above: (time) => t('timeFrom', { title, time }),
        below: (time) => t('timeUntil', { title, time }),
        between: (range) => t('timeBetween', { title, range }),
      })
    }
  }
}

/** The name of an option after "Without". */
function nameInSentence(name: FlightChoiceName, value: string, context: FlightFilterContext): string {
  const { t } = context.words
  if (name === 'stops' && value !== '2') return t('stopsInSentence', { count: Number(value) })
  if (name === 'nights' && isNight(value))
    return value === 'flight' ? t('overnightFlightInSentence') : t('overnightLayoverInSentence')
  return flightOptionName(name, value, context)
}
