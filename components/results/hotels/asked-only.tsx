'use client'

import { useSearchParams } from 'next/navigation'
import { hotelListNames } from '#lib/client/hotels/hotel-list-query.ts'
import { withListed } from '#lib/client/list-query.ts'
import { writeHotelQuery } from '#lib/travel/hotels/hotel-query.ts'
import { stayWishes } from '#lib/travel/hotels/stay-wishes.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReader } from '../reader.tsx'

/** What the search itself leaves out, each with the way to search without it; the list cannot bring it back. */
export function AskedOnly({ search }: { search: HotelSearch }) {
  const { locale } = useReader()
  const listed = useSearchParams()
  const wishes = stayWishes(search, locale)
  if (wishes.length === 0) return null
  return (
    <div className="asked-only no-print">
      <span id="asked-only">Searched only for</span>
      <ul aria-labelledby="asked-only">
        {wishes.map(({ text, without }) => (
          <li key={text}>
            <ButtonLink
              size="sm"
              href={`/search/hotels?${withListed(writeHotelQuery(without), listed.toString(), hotelListNames)}`}
              aria-label={`${text}: search without`}
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
