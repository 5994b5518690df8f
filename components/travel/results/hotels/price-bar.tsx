import type { Texts } from '#lib/platform/model/texts.ts'
import { splitPrice, wholePrice } from '#lib/travel/model/hotels/price.ts'
import { chargesBeside } from '#lib/travel/model/hotels/total.ts'
import { partName } from '#lib/travel/model/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { useTexts } from '../../../ui/texts.tsx'

/** The parts of a total in bar order, without zero parts. */
function partsOf(hotel: HotelResult, t: Texts<'hotels'>) {
  const split = splitPrice(hotel)
  if (!split) return []
  return [
    { kind: 'room', name: t('room'), price: split.room },
    { kind: 'tax', name: t('taxes'), price: split.taxes },
    { kind: 'fee', name: feeName(hotel, t), price: split.fees },
    { kind: 'rest', name: t('taxesAndFees'), price: split.rest },
  ].filter(({ price }) => price.amount > 0)
}

/** The split of a total into room, taxes and fees. Hidden from screen readers: the text beside it says the same. */
export function PriceBar({ hotel }: { hotel: HotelResult }) {
  const t = useTexts('hotels')
  return (
    <span className="mix" aria-hidden="true">
      {partsOf(hotel, t).map(({ kind, price }) => (
        <i key={kind} className={`is-${kind}`} style={{ flexGrow: price.amount }} />
      ))}
    </span>
  )
}

interface PricePartsProps {
  hotel: HotelResult
  /** Formats the total and its parts. */
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
}

/** The bar's legend; the written parts add up to the written total. */
export function PriceParts({ hotel, write, isWhole }: PricePartsProps) {
  const t = useTexts('hotels')
  const parts = partsOf(isWhole ? wholePrice(hotel) : hotel, t)
  const hasFees = partsOf(hotel, t).some(({ kind }) => kind === 'fee' || kind === 'rest')
  const isAll = chargesBeside(hotel).length === 0
  return (
    <span className="mix-names">
      {parts.map(({ kind, name, price }) => (
        <span key={kind}>
          <i className={`is-${kind}`} aria-hidden="true" />
          {name} {write(price.amount)}
        </span>
      ))}
      {isAll && !hasFees && <span>{t('noOtherFees')}</span>}
    </span>
  )
}

/** A single fee keeps its own name. */
function feeName({ price_parts }: HotelResult, t: Texts<'hotels'>): string {
  const fees = price_parts.filter(({ kind, price }) => kind === 'fee' && price.amount > 0)
  const [only] = fees
  return fees.length === 1 && only ? partName(only, t) : t('fees')
}
