import { mapNames } from '../map-names.ts'
import { allows, type Choice, isWithin, type Range } from './choice.ts'
import type { Found } from './found.ts'

/** How many pass, and the lowest price among them; null when there are none. */
export interface Tally {
  count: number
  lowest: number | null
}

/** What the options of each filter would give. */
export interface FacetsOf<ChoiceName extends string, RangeName extends string, FlagName extends string> {
  /** Each value that the list has, with what it holds under all other filters; most first. */
  choices: Record<ChoiceName, (Tally & { value: string })[]>
  flags: Record<FlagName, Tally>
  /** The values that a range chooses from, under all other filters. */
  ranges: Record<RangeName, number[]>
  /** What each active filter keeps out: the list without it. */
  without: Partial<Record<ChoiceName | RangeName | FlagName, Tally>>
}

/**
 * What a list can be narrowed by. An item (a trip, a hotel) has one or more parts (its fares) that each have a price; choices and
 * ranges look at the item, flags and the range `price` at its parts.
 */
export interface FilterScheme<
  Item,
  Part extends Found,
  ChoiceName extends string,
  RangeName extends string,
  FlagName extends string,
> {
  choiceNames: readonly ChoiceName[]
  /** One of them is `price`. */
  rangeNames: readonly RangeName[]
  flagNames: readonly FlagName[]
  /** Cheapest first. */
  partsOf: (item: Item) => readonly Part[]
  valuesOf: (name: ChoiceName, item: Item) => readonly string[]
  /** `undefined` for what an item has not: it passes. Not asked for `price`. */
  rangeValue: (name: RangeName, item: Item) => number | undefined
  hasFlag: (name: FlagName, part: Part) => boolean
}

/** What is set of each filter; null or false is no narrowing. */
export type FiltersOf<ChoiceName extends string, RangeName extends string, FlagName extends string> = Readonly<
  Record<ChoiceName, Choice | null> & Record<RangeName, Range | null> & Record<FlagName, boolean>
>

/** An item that passes, with its parts that do, cheapest first. */
export interface Passed<Item, Part> {
  item: Item
  parts: readonly [Part, ...Part[]]
}

/**
 * The items that pass all filters, and for every filter what its options would give while all the others hold. One pass: each
 * part has a mask of the filters that it fails, and counts for a filter when it fails nothing else.
 */
export function narrowBy<
  Item,
  Part extends Found,
  ChoiceName extends string,
  RangeName extends string,
  FlagName extends string,
>(
  items: readonly Item[],
  filters: FiltersOf<ChoiceName, RangeName, FlagName>,
  scheme: FilterScheme<Item, Part, ChoiceName, RangeName, FlagName>,
): { passed: Passed<Item, Part>[]; facets: FacetsOf<ChoiceName, RangeName, FlagName> } {
  type Name = ChoiceName | RangeName | FlagName
  const { choiceNames, rangeNames, flagNames } = scheme
  const wantedChoices: Readonly<Record<ChoiceName, Choice | null>> = filters
  const wantedRanges: Readonly<Record<RangeName, Range | null>> = filters
  const wantedFlags: Readonly<Record<FlagName, boolean>> = filters
  const names: Name[] = [...choiceNames, ...rangeNames, ...flagNames]
  const bits = new Map(names.map((name, at) => [name, 1 << at]))
  const bitOf = (name: Name) => bits.get(name) ?? 0
  const active: Name[] = [
    ...choiceNames.filter((name) => wantedChoices[name]),
    ...rangeNames.filter((name) => wantedRanges[name]),
    ...flagNames.filter((name) => wantedFlags[name]),
  ]
  const passed: Passed<Item, Part>[] = []
  const choices = mapNames(choiceNames, () => new Map<string, Tally>())
  const flags = mapNames(flagNames, newTally)
  const ranges = mapNames(rangeNames, (): number[] => [])
  const without: Partial<Record<Name, Tally>> = mapNames(active, newTally)

  function failedByItem(item: Item): number {
    let mask = 0
    for (const name of choiceNames) {
      const choice = wantedChoices[name]
      if (choice && !scheme.valuesOf(name, item).every((value) => allows(choice, value))) mask |= bitOf(name)
    }
    for (const name of rangeNames) {
      const range = wantedRanges[name]
      if (name === 'price' || !range) continue
      const value = scheme.rangeValue(name, item)
      if (value !== undefined && !isWithin(range, value)) mask |= bitOf(name)
    }
    return mask
  }

  function failedByPart(part: Part): number {
    let mask = 0
    for (const name of rangeNames)
      if (name === 'price' && !isWithin(wantedRanges[name], part.price.amount)) mask |= bitOf(name)
    for (const name of flagNames) if (wantedFlags[name] && !scheme.hasFlag(name, part)) mask |= bitOf(name)
    return mask
  }

  for (const item of items) {
    const all = scheme.partsOf(item)
    const failed = failedByItem(item)
    const masks = all.map((part) => failed | failedByPart(part))
    /** The cheapest part that fails no filter but this one. */
    const lowestBut = (name: Name, holds: (part: Part) => boolean = () => true): number | null => {
      const others = ~bitOf(name)
      const found = all.find((part, at) => ((masks[at] ?? 0) & others) === 0 && holds(part))
      return found ? found.price.amount : null
    }

    for (const name of choiceNames) {
      const lowest = lowestBut(name)
      for (const value of scheme.valuesOf(name, item)) add(tallyOf(choices[name], value), lowest)
    }
    for (const name of flagNames)
      add(
        flags[name],
        lowestBut(name, (part) => scheme.hasFlag(name, part)),
      )
    for (const name of rangeNames) {
      const lowest = lowestBut(name)
      const value = lowest === null || name === 'price' ? lowest : scheme.rangeValue(name, item)
      if (value !== null && value !== undefined) ranges[name].push(value)
    }
    for (const name of active) add(without[name] ?? newTally(), lowestBut(name))

    const [first, ...others] = all.filter((_, at) => masks[at] === 0)
    if (first) passed.push({ item, parts: [first, ...others] })
  }

  const listed = mapNames(choiceNames, (name) =>
    [...choices[name]].map(([value, tally]) => ({ value, ...tally })).toSorted(byWeight),
  )
  return { passed, facets: { choices: listed, flags, ranges, without } }
}

function newTally(): Tally {
  return { count: 0, lowest: null }
}

/** An option is listed as soon as any item has it, also when the other filters leave none. */
function tallyOf(tallies: Map<string, Tally>, value: string): Tally {
  const known = tallies.get(value)
  if (known) return known
  const tally = newTally()
  tallies.set(value, tally)
  return tally
}

function add(tally: Tally, price: number | null): void {
  if (price === null) return
  tally.count++
  tally.lowest = Math.min(tally.lowest ?? price, price)
}

function byWeight(a: Tally & { value: string }, b: Tally & { value: string }): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1)
}
