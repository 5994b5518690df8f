'use client'

import { useMemo, useState } from 'react'
import { useHotelOffers } from '#lib/client/hotels/use-hotel-offers.ts'
import type { HotelItem } from '#lib/travel/hotels/hotel-item.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowActions } from '../row-actions.tsx'
import { OfferTable } from './offer-table.tsx'
import { PaidTable } from './paid-table.tsx'
import type { StayParams } from './stay-params.ts'
import { StayTerms } from './stay-terms.tsx'

/** What an open row adds: every offer of the hotel, what the chosen one costs and where it is paid, its terms, one main action. */
export function HotelDetails({ id, item, stay }: { id: string; item: HotelItem; stay: StayParams }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { offers, retry } = useHotelOffers(item.offer, stay)
  // What the list shows stays among them: it is the offer that was opened.
  const all = useMemo(() => {
    const found =
      offers.state === 'answered'
        ? offers.offers.filter(({ price }) => price.currency === item.offer.price.currency)
        : []
    return found.some(({ key }) => key === item.offer.key) ? found : [item.offer, ...found]
  }, [offers, item.offer])
  const offer = all.find(({ key }) => key === chosen) ?? item.offer
  const { hotel } = offer
  return (
    <div id={id} className="details hotel-details">
      <HotelAddress item={item} />
      <OfferTable offers={all} chosen={offer.key} onChoose={setChosen} />
      <div className="hotel-asking" role="status">
        {offers.state === 'asking' && 'Asking for every offer of this hotel.'}
        {offers.state === 'answered' &&
          offers.leftOut > 0 &&
          `${offers.leftOut} more that cannot be true are not shown.`}
      </div>
      {offers.state === 'failed' && (
        <p className="hotel-failed" role="alert">
          <Icon name="warn" small />
          <span>The other offers could not be loaded. {offers.message}</span>
          <Button size="sm" onClick={retry}>
            Ask again
          </Button>
        </p>
      )}
      <div className="hotel-chosen">
        <PaidTable hotel={hotel} />
        <StayTerms hotel={hotel} />
      </div>
      <RowActions address={hotel.booking_url} seller={hotel.provider} provider={hotel.provider} />
    </div>
  )
}

function HotelAddress({ item }: { item: HotelItem }) {
  const { address, phone, amenities = [] } = item.offer.hotel
  const lines = [...(address?.lines ?? []), [address?.postal_code, address?.city].filter(Boolean).join(' ')].filter(
    Boolean,
  )
  const known = amenities.slice(0, 8).map((name) => readableName(name.replaceAll('_', ' ')))
  if (lines.length + known.length === 0 && !phone) return null
  return (
    <div className="hotel-address">
      {lines.length > 0 && <p>{lines.map((line) => readablePlaceName(line ?? '')).join(', ')}</p>}
      {phone && <p>{phone}</p>}
      {known.length > 0 && <p className="hotel-amenities">{known.join(' · ')}</p>}
    </div>
  )
}
