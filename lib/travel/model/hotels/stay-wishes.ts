import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { inList } from '../in-list.ts'
import { formatPrice } from '../money.ts'
import { boardName } from './words.ts'

/** A requirement of a search other than place, dates and guests, in words, and the search without it. */
interface StayWish {
  text: string
  without: HotelSearch
}

/**
 * The requirements of a search that only a URL or an agent sets. The form has no fields for them, because the list's
 * filters do the same for all results.
 */
export function stayWishes(search: HotelSearch, locale: string, t: Texts<'hotels'>): StayWish[] {
  const { stars, board, free_cancellation, price_min, price_max, currency } = search
  const write = (amount: number) => formatPrice(amount, currency, locale)
  const wishes: StayWish[] = []
  if (stars.length > 0) {
    const text = inList(stars.toSorted((a, b) => a - b).map(String), t)
    wishes.push({
      text: text === '1' ? t('starCount', { count: 1 }) : t('starList', { stars: text }),
      without: { ...search, stars: [] },
    })
  }
  if (board !== undefined) wishes.push({ text: boardName(board, t), without: without(search, 'board') })
  if (free_cancellation) wishes.push({ text: t('freeCancellation'), without: { ...search, free_cancellation: false } })
  if (price_min !== undefined || price_max !== undefined) {
    wishes.push({
      text:
        price_min === undefined
          ? t('wishUpTo', { price: write(price_max ?? 0) })
          : price_max === undefined
            ? t('wishFrom', { price: write(price_min) })
            : t('wishBetween', { range: `${write(price_min)}–${write(price_max)}` }),
      without: without(without(search, 'price_min'), 'price_max'),
    })
  }
  return wishes
}

function without(search: HotelSearch, name: 'board' | 'price_min' | 'price_max'): HotelSearch {
  const { [name]: _, ...rest } = search
  return rest
}
