import * as z from 'zod'
import { isoDate } from '#runner/contract/travel-fields.ts'

/** A kept search as the account page shows it. */
export type KeptSearch = {
  readonly kind: 'flights' | 'hotels'
  readonly from: string
  readonly to: string | null
  readonly start: string
  readonly end: string | null
  readonly searchedAt: Date
}

type Kept = { readonly input: unknown; readonly startedAt: Date }

const mostShown = 20

/** The displayed parts of an execution's recorded params: flights in their normal form, as slices. */
const Slice = z.object({ origin: z.string(), destination: z.string(), date: isoDate })
const Flights = z.object({ slices: z.tuple([Slice], Slice) }).transform(({ slices: [first, ...others] }) => {
  const last = others.at(-1)
  const isReturn = last?.destination === first.origin
  return {
    kind: 'flights' as const,
    from: first.origin,
    to: last === undefined || isReturn ? first.destination : last.destination,
    start: first.date,
    end: last?.date ?? null,
  }
})
const Hotels = z
  .object({
    place: z.string().optional(),
    lat: z.number().optional(),
    lon: z.number().optional(),
    check_in: isoDate,
    check_out: isoDate,
  })
  .transform(({ place, lat = 0, lon = 0, check_in, check_out }) => {
    const from = place ?? `${lat.toFixed(2)}, ${lon.toFixed(2)}`
    return { kind: 'hotels' as const, from, to: null, start: check_in, end: check_out }
  })
const Input = z.object({ params: z.union([Flights, Hotels]) })

/** A person's searches without repeats. Skips other executions and invalid dates. */
export function keptSearches(executions: readonly Kept[]): KeptSearch[] {
  const searches = new Map<string, KeptSearch>()
  for (const { input, startedAt } of executions) {
    const read = Input.safeParse(input)
    if (!read.success) continue
    const { params } = read.data
    const key = JSON.stringify(params)
    if (!searches.has(key) && searches.size < mostShown) searches.set(key, { ...params, searchedAt: startedAt })
  }
  return [...searches.values()]
}
