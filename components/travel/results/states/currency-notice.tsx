import { useSearchParams } from 'next/navigation'
import type { Texts } from '#lib/platform/model/texts.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'

interface CurrencyNoticeProps {
  view: ListView
  query: string
  /** The URL parameters of the list. */
  listNames: readonly string[]
  /** The currency of the search. */
  asked: string
  comparison: Comparison | undefined
}

/**
 * Explains whether prices in another currency are hidden, listed below or converted, and links to a search in that
 * currency that keeps the filters.
 */
export function CurrencyNotice({ view, query, listNames, asked, comparison }: CurrencyNoticeProps) {
  const locale = useLocale()
  const { kind } = useReader()
  const listed = useSearchParams()
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const { otherCurrencies } = view
  const [other] = otherCurrencies
  const textOf = (some: typeof otherCurrencies) => {
    const others = inList(
      some.map(({ currency, count }) => t('countIn', { kind, count, currency })),
      t,
    )
    const count = some.reduce((sum, one) => sum + one.count, 0)
    return fateOf({ others, count }, comparison, locale, t)
  }
  if (view.currency !== asked) {
    return (
      <Notice icon="info">
        {rich('pricesInInstead', { currency: view.currency, asked, b: bold })} {other && textOf([other])}
      </Notice>
    )
  }
  if (!other) return null
  // A price limit counts only in its own currency.
  const kept = listNames.filter((name) => name !== 'price')
  const search = new URLSearchParams(query)
  search.set('currency', other.currency)
  return (
    <Notice
      icon="info"
      action={
        <ButtonLink size="sm" href={`/search/${kind}?${withListed(search.toString(), listed.toString(), kept)}`}>
          {t('searchIn', { currency: other.currency })}
        </ButtonLink>
      }
    >
      {textOf(otherCurrencies)}
    </Notice>
  )
}

/** What the list does with offers in other currencies. */
function fateOf(
  some: { others: string; count: number },
  comparison: Comparison | undefined,
  locale: string,
  t: Texts<'results'>,
): string {
  if (comparison === undefined) return t('currencyHidden', some)
  if (comparison.rates === null) return t('currencyBelow', some)
  const { date, source } = comparison.rates
  const rates = inList([formatDate(date, locale), source], t)
  return t('currencyConverted', { ...some, currency: comparison.currency, rates })
}

const MAX_SHOWN = 3
const MAX_CHARACTERS = 40

/** Lists the filters and the sort order in the URL that the list cannot apply. */
export function LeftOutNotice({ parts }: { parts: readonly string[] }) {
  const rich = useRichTexts('results')
  const shown = parts.slice(0, MAX_SHOWN)
  const others = parts.length - shown.length
  // The text comes from the URL: its direction must not affect the sentence.
  const list = () =>
    shown.map((part, at) => (
      <span key={part}>
        {at > 0 && ', '}
        <bdi>{part.length > MAX_CHARACTERS ? `${part.slice(0, MAX_CHARACTERS)}…` : part}</bdi>
      </span>
    ))
  const named = { parts: '…', list }
  return (
    <Notice tone="warn" icon="info">
      {rich('linkParts', {
        ...named,
        count: parts.length,
        b: bold,
        ...(others > 0 && { list: () => rich('andMoreParts', { ...named, count: others }) }),
      })}
    </Notice>
  )
}
