'use client'

import { useSearchParams } from 'next/navigation'
import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import { stayWishes } from '#lib/travel/model/hotels/stay-wishes.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'

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
