'use client'

import { memo, type Ref } from 'react'
import type { AreaMap } from '#lib/travel/area-geometry.ts'
import { formatDistance } from '#lib/travel/distance.ts'
import type { HotelItem } from '#lib/travel/hotels/hotel-item.ts'
import { splitPrice } from '#lib/travel/hotels/price.ts'
import { boardText, cancelText, freeText, nightsText, roomText } from '#lib/travel/hotels/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readablePlaceName } from '#lib/travel/readable-place-name.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useReader } from '../reader.tsx'
import { RowOpener } from '../row-opener.tsx'
import { RowSource } from '../row-source.tsx'
import { HotelDetails } from './hotel-details.tsx'
import { Locator } from './locator.tsx'
import { PriceBar, PriceParts } from './price-bar.tsx'
import { Stars } from './stars.tsx'
import type { StayParams } from './stay-params.ts'

interface HotelRowProps {
  ref: Ref<HTMLElement>
  item: HotelItem
  /** Its place in the list, from 0, among so many. */
  index: number
  of: number
  area: AreaMap
  stay: StayParams
  isOpen: boolean
  /** Its tag on the map is pointed at or in focus. */
  isLit: boolean
  onToggle: (key: string) => void
  onLight: (key: string | null) => void
}

/** One hotel: where, which room on which terms, and what the stay costs in all. Its button opens the details below it. */
export const HotelRow = memo(function HotelRow(props: HotelRowProps) {
  const { ref, item, index, of, area, stay, isOpen, isLit, onToggle, onLight } = props
  const { locale } = useReader()
  const { offer, free, key } = item
  const { hotel } = offer
  const name = readablePlaceName(hotel.name)
  const write = (amount: number) => formatPrice(amount, hotel.price.currency, locale)
  const price = write(hotel.price.amount)
  const atHotel = splitPrice(hotel)?.atHotel.amount ?? 0
  const board = boardText(hotel)
  const detailsId = `details-${key}`
  const where = [hotel.address?.city && readablePlaceName(hotel.address.city), distanceText(hotel.distance_km, locale)]
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={key}
      className={classes(
        'offer hotel',
        isOpen && 'is-open',
        isLit && 'is-lit',
        index === 0 && 'is-first',
        offer.isOld && 'is-old',
      )}
      aria-label={`${name}, ${price} total`}
      aria-posinset={index + 1}
      aria-setsize={of}
      onPointerEnter={() => onLight(key)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(key)}
      onBlur={() => onLight(null)}
    >
      <div className="hotel-sum">
        {hotel.location ? <Locator area={area} location={hotel.location} /> : <span className="locator is-unknown" />}
        <div className="hotel-about">
          <h3>
            {name} <Stars stars={hotel.stars} />
          </h3>
          <p className="hotel-where">{where.filter(Boolean).join(', ')}</p>
          <p>
            {roomText(hotel.room)}
            {board && <span className="hotel-board">{board}</span>}
          </p>
          <p className={classes('hotel-terms', free && 'is-free')}>
            <Icon name={free ? 'check' : 'minus'} small />
            {free ? freeText(free) : cancelText(hotel.cancellation)}
          </p>
        </div>
        <div className="price hotel-price">
          <b>{price}</b>
          <span>
            total, {nightsText(hotel.nights)}
            {hotel.rooms > 1 && `, ${hotel.rooms} rooms`}
          </span>
          <PriceBar hotel={hotel} />
          <span className="price-each">{write(hotel.price_per_night.amount)} a night, all in</span>
          {atHotel > 0 && <span className="price-each">{write(atHotel)} of it paid there</span>}
        </div>
        <RowOpener label={`${name}, ${price}`} isOpen={isOpen} detailsId={detailsId} onToggle={() => onToggle(key)} />
        <div className="facts">
          <PriceParts hotel={hotel} />
          <RowSource offer={offer} provider={hotel.provider} />
        </div>
      </div>
      {isOpen && <HotelDetails id={detailsId} item={item} stay={stay} />}
    </article>
  )
})

function distanceText(km: number | undefined, locale: string): string | null {
  return km === undefined ? null : `${formatDistance(km, locale)} from the centre`
}
