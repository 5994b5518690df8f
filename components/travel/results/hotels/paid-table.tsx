import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { splitPrice, wholePrice } from '#lib/travel/model/hotels/price.ts'
import { chargesBeside } from '#lib/travel/model/hotels/total.ts'
import { totalText } from '#lib/travel/model/hotels/total-words.ts'
import { chargeName, partName } from '#lib/travel/model/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useComparison } from './comparison.tsx'

interface PaidTableProps {
  hotel: HotelResult
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
}

/**
 * The parts of the total: the amount in the booking and the amount due at the hotel. The written parts add up to the
 * written total.
 */
export function PaidTable({ hotel: exact, whole }: PaidTableProps) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const comparison = useComparison()
  const hotel = whole.includes(exact.price.currency) ? wholePrice(exact) : exact
  const split = splitPrice(hotel)
  const writeIn = listWriter(whole, locale)
  const write = ({ amount, currency }: Price) => writeIn(currency)(amount)
  const charges = hotel.unpriced_charges ?? []
  // A due amount of zero would contradict the charges that are paid at the hotel.
  const isDueWritten = split !== undefined && (split.atHotel.amount > 0 || chargesBeside(hotel).length === 0)
  return (
    <dl className="fare-lines">
      {hotel.price_parts
        .filter(({ price }) => price.amount > 0)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may be identical.
          <div key={at}>
            <dt>{part.included ? partName(part, t) : t('paidAtHotel', { name: partName(part, t) })}</dt>
            <dd>{write(part.price)}</dd>
          </div>
        ))}
      <div className="fare-total">
        <dt>{t('totalFor', { nights: hotel.nights, rooms: hotel.rooms })}</dt>
        <dd>{totalText(hotel, { comparison, writeIn, t })}</dd>
      </div>
      {split && (
        <>
          <div className="fare-each">
            <dt>{t('inBooking')}</dt>
            <dd>{write(split.booked)}</dd>
          </div>
          {isDueWritten && (
            <div className="fare-each">
              <dt>{t('dueAtHotel')}</dt>
              <dd>{write(split.atHotel)}</dd>
            </div>
          )}
        </>
      )}
      {charges.map((charge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charges may be identical.
        <div key={at} className="fare-each">
          <dt>{t(charge.included ? 'chargeIncluded' : 'chargeExtra', { name: chargeName(charge, t) })}</dt>
          <dd>
            {charge.price ? write(charge.price) : charge.percent === undefined ? t('notStated') : `${charge.percent} %`}
          </dd>
        </div>
      ))}
      {hotel.nightly_rates?.map((rate) => (
        <div key={rate.from} className="fare-each">
          <dt>{t('nightlyRate', { from: formatDate(rate.from, locale), to: formatDate(rate.to, locale) })}</dt>
          <dd>{write(rate.price)}</dd>
        </div>
      ))}
    </dl>
  )
}
