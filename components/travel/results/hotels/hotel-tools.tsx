'use client'

import { useSearchParams } from 'next/navigation'
import { revealFocused } from '#lib/platform/client/reveal-focused.ts'
import type { TextKey } from '#lib/platform/model/texts.ts'
import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import type { HotelList } from '#lib/travel/client/hotels/use-hotel-list.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import { formatDistance } from '#lib/travel/model/distance.ts'
import type { HotelFilters } from '#lib/travel/model/hotels/filters.ts'
import { type HotelSort, hotelSorts } from '#lib/travel/model/hotels/sort.ts'
import { stayWishes } from '#lib/travel/model/hotels/stay-wishes.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import type { Choice } from '#lib/travel/model/results/choice.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { SortPick, type SortPickProps } from '../sort-pick.tsx'
import type { HotelPanelProps } from './hotel-filters.tsx'
import { HotelBestWords } from './hotel-parts.tsx'

interface HotelToolsProps {
  panel: HotelPanelProps
  /** The number of active filters. */
  count: number
  onAll: () => void
}

const NEAR_KM = 2

const only = (...values: string[]): Choice => ({ kind: 'only', values })

/** The filters that travelers want most, each set with one press. */
const chips: { text: TextKey<'hotels'>; change: Partial<HotelFilters>; clear: Partial<HotelFilters> }[] = [
  { text: 'freeCancellation', change: { freeCancellation: true }, clear: { freeCancellation: false } },
  {
    text: 'breakfast',
    change: { boards: only('all_inclusive', 'breakfast', 'full_board', 'half_board') },
    clear: { boards: null },
  },
  { text: 'fourStars', change: { stars: only('4', '5') }, clear: { stars: null } },
  { text: 'within', change: { distance: { from: null, to: NEAR_KM } }, clear: { distance: null } },
]

/** The most wanted filters in one line above the list; a button opens all. */
export function HotelTools({ panel, count, onAll }: HotelToolsProps) {
  const { filters, actions } = panel
  const locale = useLocale()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const rich = useRichTexts('results')
  const active = (number: number) =>
    number > 0 && <Badge tone="info">{rich('activeCount', { count: number, more: spoken })}</Badge>
  return (
    <div className="tools sticks no-print">
      <h2 className="sr-only">{results('filters')}</h2>
      {/* biome-ignore lint/a11y/useSemanticElements: toggle buttons, not a set of form fields. */}
      <div className="chips" role="group" aria-label={t('quickFilters')} onFocus={revealFocused}>
        {chips.map(({ text, change, clear }) => {
          const isOn = isSet(filters, change)
          return (
            <button
              key={text}
              type="button"
              className="chip"
              aria-pressed={isOn}
              onClick={() => actions.setFilters(isOn ? clear : change)}
            >
              {t(text, { distance: formatDistance(NEAR_KM, locale) })}
            </button>
          )
        })}
        <button type="button" className="chip" aria-haspopup="dialog" onClick={onAll}>
          {results('totalPrice')}
          {active(filters.price ? 1 : 0)}
        </button>
      </div>
      {count > 0 && (
        <button type="button" className="link chips-clear" onClick={actions.clearAll}>
          {rich('clearFilters', { count, more: spoken })}
        </button>
      )}
      <button type="button" className="chip tools-all" aria-haspopup="dialog" onClick={onAll}>
        <Icon name="filter" small />
        {t('allFilters')}
        {active(count)}
      </button>
    </div>
  )
}

/** Whether this change is already applied to the filters. */
function isSet(filters: HotelFilters, change: Partial<HotelFilters>): boolean {
  return JSON.stringify({ ...filters, ...change }) === JSON.stringify(filters)
}

/** The limits of the search itself, each with a link that searches without it: list filters cannot remove them. */
export function AskedOnly({ search }: { search: HotelSearch }) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const listed = useSearchParams()
  const wishes = stayWishes(search, locale, t)
  if (wishes.length === 0) return null
  return (
    <div className="asked-only no-print">
      <span id="asked-only">{t('limitedTo')}</span>
      <ul aria-labelledby="asked-only">
        {wishes.map(({ text, without }) => (
          <li key={text}>
            <ButtonLink
              size="sm"
              href={`/search/hotels?${withListed(writeHotelQuery(without), listed.toString(), hotelList.names)}`}
              aria-label={t('removeWish', { text })}
            >
              {text}
              <Icon name="x" small />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

const names = {
  best: 'bestValue',
  price: 'lowestTotal',
  distance: 'nearestTab',
} as const satisfies Record<HotelSort, TextKey<'hotels'>>

interface HotelSortsProps extends Omit<SortPickProps<HotelSort>, 'sorts' | 'children'> {
  list: Pick<HotelList, 'first' | 'facts'>
  /** The currency of the list. */
  currency: string
}

/** The sort order of a hotel list. */
export function HotelSorts({ list, currency, ...pick }: HotelSortsProps) {
  const t = useTexts('hotels')
  return (
    <SortPick sorts={hotelSorts.map((sort) => ({ sort, name: t(names[sort]) }))} {...pick}>
      <HotelBestWords best={list.first.best} facts={list.facts} currency={currency} />
    </SortPick>
  )
}
