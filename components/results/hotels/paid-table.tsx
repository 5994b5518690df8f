import { formatDate } from '#lib/travel/format.ts'
import { splitPrice } from '#lib/travel/hotels/price.ts'
import { nightsText } from '#lib/travel/hotels/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { useReader } from '../reader.tsx'
import { partName } from './price-bar.tsx'

/** What the total is made of, what of it is booked and what the hotel takes on the spot. */
export function PaidTable({ hotel }: { hotel: HotelResult }) {
  const { locale } = useReader()
  const write = ({ amount, currency }: { amount: number; currency: string }) => formatPrice(amount, currency, locale)
  const split = splitPrice(hotel)
  const charges = hotel.unpriced_charges ?? []
  return (
    <dl className="fare-lines">
      {hotel.price_parts
        .filter(({ price }) => price.amount > 0)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may be alike in everything.
          <div key={at}>
            <dt>
              {partName(part)}
              {!part.included && ', paid at the hotel'}
            </dt>
            <dd>{write(part.price)}</dd>
          </div>
        ))}
      <div className="fare-total">
        <dt>
          Total, {nightsText(hotel.nights)}
          {hotel.rooms > 1 && `, ${hotel.rooms} rooms`}
        </dt>
        <dd>{write(hotel.price)}</dd>
      </div>
      {split && (
        <>
          <div className="fare-each">
            <dt>Of it, in the booking</dt>
            <dd>{write(split.booked)}</dd>
          </div>
          <div className="fare-each">
            <dt>Of it, paid at the hotel</dt>
            <dd>{write(split.atHotel)}</dd>
          </div>
        </>
      )}
      {charges.map((charge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charges may be alike in everything.
        <div key={at} className="fare-each">
          <dt>{charge.text ?? charge.code?.replaceAll('_', ' ').toLowerCase() ?? charge.kind}, not in the total</dt>
          <dd>
            {charge.price ? write(charge.price) : charge.percent === undefined ? 'not said' : `${charge.percent} %`}
          </dd>
        </div>
      ))}
      {hotel.nightly_rates?.map((rate) => (
        <div key={rate.from} className="fare-each">
          <dt>
            A night from {formatDate(rate.from)} to {formatDate(rate.to)}, one room
          </dt>
          <dd>{write(rate.price)}</dd>
        </div>
      ))}
    </dl>
  )
}
