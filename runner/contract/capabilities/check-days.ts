import { type FieldFaults, faultOf } from '../field-fault.ts'
import type { SearchDays } from './search-days.ts'

/** A day of a search and the field that holds it. */
export type NamedDay = readonly [field: string, day: string]

/** The problems with a search's days, by field. Empty: all are valid. */
export function checkDays(named: readonly NamedDay[], { first, last }: SearchDays): FieldFaults {
  return Object.fromEntries(
    named.flatMap(([field, day]) => {
      if (day < first) return [[field, faultOf(`is past: the earliest is ${first}`, { code: 'past', date: first })]]
      return day > last
        ? [[field, faultOf(`is too far ahead: the latest is ${last}`, { code: 'tooFar', date: last })]]
        : []
    }),
  )
}
