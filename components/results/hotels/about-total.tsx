import type { HotelItem } from '#lib/travel/hotels/hotel-item.ts'
import { isComparable } from '#lib/travel/hotels/total.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { useReader } from '../reader.tsx'
import { useComparison } from './comparison.tsx'

/** A foreign-currency total converted to the list's currency. For comparison only, never charged. */
export function AboutTotal({ item }: { item: HotelItem }) {
  const { locale } = useReader()
  const { currency } = useComparison()
  const { compared } = item
  if (!compared.isAbout || !isComparable(compared)) return null
  return (
    <span>
      about {formatPrice(compared.amount, currency, locale)} {compared.isMore ? 'or more' : 'in total'}, for comparison
    </span>
  )
}
