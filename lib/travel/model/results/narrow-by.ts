import { mapNames } from '../map-names.ts'
import { allows, type Choice, isWithin, type Range } from './choice.ts'
import type { Found } from './found.ts'

/** How a price differs from what is paid: it was converted (`about`), or the hotel charges more on site (`more`). */
export type PriceMark = 'about' | 'more' | 'aboutMore' | undefined

/** The number of passing items and their lowest price; null if there are none. */
export interface Tally {
  count: number
  lowest: number | null
  /** The mark of the lowest price. */
  mark?: PriceMark
}

/** The names of a list's filters, by kind. */
export interface FilterNames {
  choice: string
  range: string
  flag: string
}

/** The name of any filter of a list. */
export type FilterName<Names extends FilterNames> = Names[keyof FilterNames]

/** What the list would hold with each option of a filter: counts, lowest prices, and the values of ranges. */
export interface FacetsOf<Names extends FilterNames> {
  /** Each value in the list with its tally under all other filters; most frequent first. */
  choices: Record<Names['choice'], (Tally & { value: string })[]>
  flags: Record<Names['flag'], Tally>
  /** The values that a range filter can choose from, under all other filters. */
  ranges: Record<Names['range'], number[]>
  /**
   * The active filters, choices first, each with the tally of the list without that filter. A flag that admits parts is
   * among them if it is off and there are such parts.
   */
  without: { name: FilterName<Names>; tally: Tally }[]
}

/**
 * A list's filters. An item (a trip, a hotel) has one or more parts (its fares), each with a price. Choices and ranges
 * apply to the item; flags, choices with a `partValue`, the range `price` and ranges with a `partRange` apply to its parts. `Infinity` stands for a price that cannot be
 * compared; it is above every bound.
 */
export interface FilterScheme<Item, Part extends Found, Names extends FilterNames> {
  choiceNames: readonly Names['choice'][]
  /** Includes `price`. */
  rangeNames: readonly Names['range'][]
  flagNames: readonly Names['flag'][]
  /** The flag that admits parts instead of requiring it: a part with it fails unless the flag is set. */
  admits?: Names['flag']
  /** Cheapest first. */
  partsOf: (item: Item) => readonly Part[]
  /** The amount that counts for a part: by default its price. */
  amountOf?: (part: Part) => number
  /** Empty for a choice among parts. */
  valuesOf: (name: Names['choice'], item: Item) => readonly string[]
  /** The value of a part in a choice among parts; `undefined` for a choice among items. */
  partValue?: (name: Names['choice'], part: Part) => string | undefined
  /** `undefined` for an item without this value, which passes, and for a range among parts. Not called for `price`. */
  rangeValue: (name: Names['range'], item: Item) => number | undefined
  /** The value of a part in a range among parts; `undefined` for a range among items. Not called for `price`. */
  partRange?: (name: Names['range'], part: Part) => number | undefined
  hasFlag: (name: Names['flag'], part: Part) => boolean
  /** Items with the same text count as one. Absent: each item counts. */
  countedAs?: (item: Item) => string
  /** Absent if every price is what is paid. */
  markOf?: (part: Part) => PriceMark
}

/** The setting of each filter; null and false do not filter. */
export type FiltersOf<Names extends FilterNames> = Readonly<
  Record<Names['choice'], Choice | null> & Record<Names['range'], Range | null> & Record<Names['flag'], boolean>
>

/** A passing item with its passing parts, cheapest first. */
interface Passed<Item, Part> {
  item: Item
  parts: readonly [Part, ...Part[]]
}

/**
 * The items that pass all filters, and for every filter the result of each option while all other filters apply. Each
 * part has a mask of its failed filters, and counts for a filter if it fails no other.
 */
export function narrowBy<Item, Part extends Found, Names extends FilterNames>(
  items: readonly Item[],
  filters: FiltersOf<Names>,
  scheme: FilterScheme<Item, Part, Names>,
) {
  type Name = FilterName<Names>
  const { choiceNames, rangeNames, flagNames, admits } = scheme
  const amountOf = scheme.amountOf ?? (({ price }: Part) => price.amount)
  const wantedChoices: Readonly<Record<Names['choice'], Choice | null>> = filters
  const wantedRanges: Readonly<Record<Names['range'], Range | null>> = filters
  const wantedFlags: Readonly<Record<Names['flag'], boolean>> = filters
  const names: Name[] = [...choiceNames, ...rangeNames, ...flagNames]
  const bits = new Map(names.map((name, at) => [name, 1 << at]))
  const bitOf = (name: Name) => bits.get(name) ?? 0
  const active: Name[] = [
    ...choiceNames.filter((name) => wantedChoices[name]),
    ...rangeNames.filter((name) => wantedRanges[name]),
    ...flagNames.filter((name) => wantedFlags[name] !== (name === admits)),
  ]

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

  const rangeOfPart = (name: Names['range'], part: Part): number | undefined =>
    name === 'price' ? amountOf(part) : scheme.partRange?.(name, part)

  function failedByPart(part: Part): number {
    let mask = 0
    for (const name of choiceNames) {
      const choice = wantedChoices[name]
      const value = choice && scheme.partValue?.(name, part)
      if (value !== undefined && choice && !allows(choice, value)) mask |= bitOf(name)
    }
    for (const name of rangeNames) {
      const value = wantedRanges[name] && rangeOfPart(name, part)
      if (value != null && !isWithin(wantedRanges[name], value)) mask |= bitOf(name)
    }
    for (const name of flagNames) {
      const isWanted = name !== admits
      if (wantedFlags[name] === isWanted && scheme.hasFlag(name, part) !== isWanted) mask |= bitOf(name)
    }
    return mask
  }

  function masksOf(item: Item, parts: readonly Part[]): readonly number[] {
    const failed = failedByItem(item)
    return parts.map((part) => failed | failedByPart(part))
  }

  const passed = items.flatMap((item): Passed<Item, Part>[] => {
    const parts = scheme.partsOf(item)
    if (active.length === 0) return passedOf(item, parts)
    const masks = masksOf(item, parts)
    return passedOf(
      item,
      parts.filter((_, at) => masks[at] === 0),
    )
  })

  const counted = new Map<Tally, Set<string>>()

  function isCounted(tally: Tally, item: Item): boolean {
    if (!scheme.countedAs) return false
    const known = counted.get(tally) ?? new Set()
    counted.set(tally, known)
    const before = known.size
    return known.add(scheme.countedAs(item)).size === before
  }

  function add(tally: Tally, item: Item, part: Part | undefined): void {
    if (part === undefined) return
    const amount = amountOf(part)
    if (!isCounted(tally, item)) tally.count++
    if (!Number.isFinite(amount) || (tally.lowest !== null && tally.lowest <= amount)) return
    tally.lowest = amount
    tally.mark = scheme.markOf?.(part)
  }

  function countFacets(): FacetsOf<Names> {
    const choices = mapNames(choiceNames, () => new Map<string, Tally>())
    const flags = mapNames(flagNames, newTally)
    const ranges = mapNames(rangeNames, (): number[] => [])
    const without = active.map((name) => ({ name, tally: newTally() }))
    for (const item of items) {
      const parts = scheme.partsOf(item)
      const masks = masksOf(item, parts)
      /** The cheapest part that fails no filter other than this one. */
      const lowestBut = (name: Name, holds: (part: Part) => boolean = () => true): Part | undefined => {
        const others = ~bitOf(name)
        return parts.find((part, at) => ((masks[at] ?? 0) & others) === 0 && holds(part))
      }

      for (const name of choiceNames) {
        const lowest = lowestBut(name)
        for (const value of scheme.valuesOf(name, item)) add(tallyOf(choices[name], value), item, lowest)
        for (const value of new Set(parts.flatMap((part) => scheme.partValue?.(name, part) ?? [])))
          add(
            tallyOf(choices[name], value),
            item,
            lowestBut(name, (part) => scheme.partValue?.(name, part) === value),
          )
      }
      for (const name of flagNames)
        add(
          flags[name],
          item,
          lowestBut(name, (part) => scheme.hasFlag(name, part)),
        )
      for (const name of rangeNames) {
        const own = name === 'price' ? undefined : scheme.rangeValue(name, item)
        const lowest = lowestBut(name, (part) => own !== undefined || Number.isFinite(rangeOfPart(name, part)))
        const value = lowest && (own ?? rangeOfPart(name, lowest))
        if (value !== undefined && Number.isFinite(value)) ranges[name].push(value)
      }
      for (const { name, tally } of without) add(tally, item, lowestBut(name))
    }
    const listed = mapNames(choiceNames, (name) =>
      [...choices[name]].map(([value, tally]) => ({ value, ...tally })).toSorted(byWeight),
    )
    return {
      choices: listed,
      flags,
      ranges,
      without: without.filter(({ name }) => name !== admits || admits === undefined || flags[admits].count > 0),
    }
  }

  let facets: FacetsOf<Names> | undefined
  return {
    passed,
    /** Counts when it is first called, because not every page shows the facets at once. */
    facets(): FacetsOf<Names> {
      facets ??= countFacets()
      return facets
    },
  }
}

function passedOf<Item, Part>(item: Item, [first, ...others]: readonly Part[]): Passed<Item, Part>[] {
  return first === undefined ? [] : [{ item, parts: [first, ...others] }]
}

function newTally(): Tally {
  return { count: 0, lowest: null }
}

/** Lists an option as soon as any item has it, even if the other filters exclude all those items. */
function tallyOf(tallies: Map<string, Tally>, value: string): Tally {
  const known = tallies.get(value)
  if (known) return known
  const tally = newTally()
  tallies.set(value, tally)
  return tally
}

function byWeight(a: Tally & { value: string }, b: Tally & { value: string }): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1)
}
