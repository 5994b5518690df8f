import type { ListView } from '#lib/travel/results/search-view.ts'
import { countText } from '#lib/travel/search-kind.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useReader } from '../reader.tsx'

/** Prices in two currencies are never compared: those that are not in the list are named, with the search that shows them. */
export function CurrencyNotice({ view, query }: { view: ListView; query: string }) {
  const { kind } = useReader()
  const asked = new URLSearchParams(query).get('currency') ?? 'USD'
  const [other] = view.otherCurrencies
  if (view.currency !== asked) {
    return (
      <Notice icon="info">
        <b>Prices are in {view.currency}.</b> No source answered in {asked}.{' '}
        {other &&
          `${countText(other.count, kind)} in ${other.currency} cannot be compared with them and are not shown.`}
      </Notice>
    )
  }
  if (!other) return null
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
      {view.otherCurrencies.map(({ currency, count }) => `${countText(count, kind)} in ${currency}`).join(', ')} cannot
      be compared with {view.currency} and {view.otherCurrencies[0]?.count === 1 ? 'is' : 'are'} not shown.
    </Notice>
  )
}
