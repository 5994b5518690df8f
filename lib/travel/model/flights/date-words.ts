import type { Texts } from '#lib/platform/model/texts.ts'
import { formatDate } from '../format.ts'
import type { DateCell, DateStop } from './date-price.ts'
import type { TripDays } from './date-text.ts'

/** "Sat 13 Feb to Sun 21 Feb", or one day. */
export function daysText({ date, return_date }: TripDays, locale: string, t: Texts<'dates'>): string {
  const from = formatDate(date, locale)
  return return_date === null ? from : t('fromTo', { from, to: formatDate(return_date, locale) })
}

/** A short text for a cell without a price. An absent cell counts as unknown. */
export function stateText(
  cell: Exclude<DateCell, { state: 'priced' }> | undefined,
  currency: string,
  { t, flights }: { t: Texts<'dates'>; flights: Texts<'flights'> },
): string {
  switch (cell?.state) {
    case undefined:
    case 'unknown':
      return t('unknown')
    case 'asking':
      return t('asking')
    case 'none':
      return t('none')
    case 'failed':
      if (cell.reason === 'currency') return t('notIn', { currency })
      if (cell.reason === 'bags') return flights('noBagPrice')
      if (cell.reason === 'tickets') return flights('separateTickets')
      return cell.reason === 'throttled' ? t('tooBusy') : flights('noAnswer')
    default:
      return cell satisfies never
  }
}

/** Why the searches stopped early, and what the reader can do. */
export function stopText(stop: DateStop, currency: string, t: Texts<'dates'>): string {
  if (stop.reason === 'limit') {
    const minutes = Math.max(1, Math.ceil(stop.retry_after_s / 60))
    return t('stoppedLimit', { minutes })
  }
  return stop.reason === 'throttled' ? t('stoppedBusy') : t('stoppedCurrency', { currency })
}
