import { formatDate } from '#lib/travel/format.ts'
import { splitPrice } from '#lib/travel/hotels/price.ts'
import { totalText } from '#lib/travel/hotels/total-words.ts'
import { chargeName, nightsText, roomsText } from '#lib/travel/hotels/words.ts'
import type { WriteIn } from '#lib/travel/money.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { partName } from './price-bar.tsx'

/** The parts of the total: the amount in the booking and the amount due at the hotel. */
export function PaidTable({ hotel, writeIn }: { hotel: HotelResult; writeIn: WriteIn }) {
  const split = splitPrice(hotel)
  const write = ({ amount, currency }: Price) => writeIn(currency)(amount)
  const charges = hotel.unpriced_charges ?? []
  return (
    <dl className="fare-lines">
      {hotel.price_parts
        .filter(({ price }) => price.amount > 0)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may be identical.
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
          {hotel.rooms > 1 && `, ${roomsText(hotel.rooms)}`}
        </dt>
        <dd>{totalText(hotel, writeIn)}</dd>
      </div>
      {split && (
        <>
          <div className="fare-each">
            <dt>Included in the booking</dt>
            <dd>{write(split.booked)}</dd>
          </div>
          <div className="fare-each">
            <dt>Due at the hotel</dt>
            <dd>{write(split.atHotel)}</dd>
          </div>
        </>
      )}
      {charges.map((charge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charges may be identical.
        <div key={at} className="fare-each">
          <dt>
            {chargeName(charge)}, {charge.included ? 'included in the booking' : 'extra, paid at the hotel'}
          </dt>
          <dd>
            {charge.price ? write(charge.price) : charge.percent === undefined ? 'not stated' : `${charge.percent} %`}
          </dd>
        </div>
      ))}
      {hotel.nightly_rates?.map((rate) => (
        <div key={rate.from} className="fare-each">
          <dt>
            Nightly rate per room, {formatDate(rate.from)} to {formatDate(rate.to)}
          </dt>
          <dd>{write(rate.price)}</dd>
        </div>
      ))}
    </dl>
  )
}
