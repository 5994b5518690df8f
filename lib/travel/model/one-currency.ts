/** Items whose prices can be compared. */
export interface InOneCurrency<Item> {
  currency: string
  /** Items priced in `currency`, in their original order. */
  items: Item[]
  /** The other currencies and their number of left-out items, largest first. */
  others: { currency: string; count: number }[]
}

/** The items of one currency: the requested one if any item has it, else the most frequent. */
export function inOneCurrency<Item extends { price: { currency: string } }>(
  given: readonly Item[],
  asked: string,
): InOneCurrency<Item> {
  const counts = new Map<string, number>()
  for (const { price } of given) counts.set(price.currency, (counts.get(price.currency) ?? 0) + 1)
  const most = [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
  const currency = counts.has(asked) ? asked : (most[0]?.[0] ?? asked)
  return {
    currency,
    items: given.filter(({ price }) => price.currency === currency),
    others: most.filter(([other]) => other !== currency).map(([other, count]) => ({ currency: other, count })),
  }
}
