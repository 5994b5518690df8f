/**
 * A sorted copy: lower measures come first, and the first differing measure decides. Items with equal measures are in
 * order of their keys, whatever the input order.
 */
export function sortByMeasures<Item>(
  items: readonly Item[],
  measuresOf: (item: Item) => readonly number[],
  keyOf: (item: Item) => string,
): Item[] {
  return items
    .map((item) => ({ item, measures: measuresOf(item) }))
    .toSorted((a, b) => {
      for (const [at, measure] of a.measures.entries()) {
        const other = b.measures[at] ?? 0
        // Subtracting two equal infinities gives NaN.
        if (measure !== other) return measure < other ? -1 : 1
      }
      const [key, otherKey] = [keyOf(a.item), keyOf(b.item)]
      return key < otherKey ? -1 : key > otherKey ? 1 : 0
    })
    .map(({ item }) => item)
}
