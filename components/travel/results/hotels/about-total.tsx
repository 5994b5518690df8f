import type { HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { isComparable } from '#lib/travel/model/hotels/total.ts'
import type { WriteIn } from '#lib/travel/model/money.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { useComparison } from './comparison.tsx'

/** A foreign-currency total converted to the list's currency. For comparison only, never charged. */
export function AboutTotal({ item, writeIn }: { item: HotelItem; writeIn: WriteIn }) {
  const { currency } = useComparison()
  const t = useTexts('hotels')
  const { compared } = item
  if (!compared.isAbout || !isComparable(compared)) return null
  return <span>{t(compared.isMore ? 'aboutMore' : 'aboutTotal', { price: writeIn(currency)(compared.amount) })}</span>
}
