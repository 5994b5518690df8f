import { formatDate } from '#lib/travel/format.ts'
import type { Comparison } from '#lib/travel/hotels/total.ts'
import type { ListView } from '#lib/travel/results/search-view.ts'
import { countText } from '#lib/travel/search-kind.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useReader } from '../reader.tsx'

interface CurrencyNoticeProps {
  view: ListView
  query: string
  comparison: Comparison | undefined
}

/**
 * Explains whether prices in another currency are hidden, listed below or converted, and links to a search in that
 * currency.
 */
export function CurrencyNotice({ view, query, comparison }: CurrencyNoticeProps) {
  const { kind, locale } = useReader()
  const asked = new URLSearchParams(query).get('currency') ?? 'USD'
  const [other] = view.otherCurrencies
  if (view.currency !== asked) {
    return (
      <Notice icon="info">
        <b>Prices are in {view.currency}.</b> No source answered in {asked}.{' '}
        {other && `${countText(other.count, kind)} in ${other.currency} ${fateOf(other.count, comparison, locale)}.`}
      </Notice>
    )
  }
  if (!other) return null
  const total = view.otherCurrencies.reduce((sum, { count }) => sum + count, 0)
  const search = new URLSearchParams(query)
  search.set('currency', other.currency)
  return (
    <Notice
      icon="info"
      action={
        <ButtonLink size="sm" href={`${kind.page}?${search}`}>
          Search in {other.currency}
        </ButtonLink>
      }
    >
      {view.otherCurrencies.map(({ currency, count }) => `${countText(count, kind)} in ${currency}`).join(', ')}{' '}
      {fateOf(total, comparison, locale)}.
    </Notice>
  )
}

function fateOf(count: number, comparison: Comparison | undefined, locale: string): string {
  const isOne = count === 1
  if (comparison === undefined) return `cannot be compared with the others and ${isOne ? 'is' : 'are'} not shown`
  if (comparison.rates === null) {
    return `cannot be compared with the others and ${isOne ? 'is' : 'are'} listed below them`
  }
  const { date, source } = comparison.rates
  const from = `${formatDate(date, locale)}${source === undefined ? '' : `, ${source}`}`
  const [is, its] = isOne ? ['is', 'its'] : ['are', 'their']
  return `${is} converted to ${comparison.currency} for comparison only (reference rates of ${from}); you pay in ${its} own currency`
}
