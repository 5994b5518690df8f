/**
 * A sorted copy: lower measures first, the first measure that differs decides. Items with the same measures stand in the order of
 * their keys, whatever order they came in.
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
        // Two of the same infinity have no difference to subtract.
        if (measure !== other) return measure < other ? -1 : 1
      }
      const [key, otherKey] = [keyOf(a.item), keyOf(b.item)]
      return key < otherKey ? -1 : key > otherKey ? 1 : 0
    })
    .map(({ item }) => item)
}
