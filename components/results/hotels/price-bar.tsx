import { splitPrice } from '#lib/travel/hotels/price.ts'
import { formatPrice } from '#lib/travel/money.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { useReader } from '../reader.tsx'

/** What a total is made of, in the order of the bar; parts of nothing are left out. */
function partsOf(hotel: HotelResult) {
  const split = splitPrice(hotel)
  if (!split) return []
  return [
    { kind: 'room', name: 'Room', price: split.room },
    { kind: 'tax', name: 'Taxes', price: split.taxes },
    { kind: 'fee', name: feeName(hotel), price: split.fees },
    { kind: 'rest', name: 'Taxes and fees', price: split.rest },
  ].filter(({ price }) => price.amount > 0)
}

/** How a total divides into room, taxes and fees. The words beside it say the same. */
export function PriceBar({ hotel }: { hotel: HotelResult }) {
  return (
    <span className="mix" aria-hidden="true">
      {partsOf(hotel).map(({ kind, price }) => (
        <i key={kind} className={`is-${kind}`} style={{ flexGrow: price.amount }} />
      ))}
    </span>
  )
}

/** The parts of the bar by name. */
export function PriceParts({ hotel }: { hotel: HotelResult }) {
  const { locale } = useReader()
  const parts = partsOf(hotel)
  const hasFees = parts.some(({ kind }) => kind === 'fee' || kind === 'rest')
  const isUnpriced = (hotel.unpriced_charges?.length ?? 0) > 0
  return (
    <span className="mix-names">
      {parts.map(({ kind, name, price }) => (
        <span key={kind}>
          <i className={`is-${kind}`} aria-hidden="true" />
          {name} {formatPrice(price.amount, price.currency, locale)}
        </span>
      ))}
      {isUnpriced ? <span>Charges without a price: see details</span> : !hasFees && <span>No other fees</span>}
    </span>
  )
}

/** One fee goes by its own name. */
function feeName({ price_parts }: HotelResult): string {
  const fees = price_parts.filter(({ kind, price }) => kind === 'fee' && price.amount > 0)
  const [only] = fees
  return fees.length === 1 && only ? partName(only) : 'Fees'
}

/** What a part of a price is called. */
export function partName({ kind, code, text }: HotelResult['price_parts'][number]): string {
  const own = text ?? code?.replaceAll('_', ' ').toLowerCase()
  if (own) return own.charAt(0).toUpperCase() + own.slice(1)
  return { room: 'Room', tax: 'Tax', fee: 'Fee', rest: 'Taxes and fees that are not named' }[kind]
}
