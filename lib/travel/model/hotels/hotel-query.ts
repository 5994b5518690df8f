import { checkDays, type NamedDay } from '#runner/contract/capabilities/check-days.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { daysFrom } from '#runner/contract/capabilities/search-days.ts'
import { createSearchQuery, type FaultsOf } from '../search-query.ts'

export type HotelField = keyof HotelSearch
export type HotelFieldFaults = FaultsOf<HotelField>

export const { read: readHotelQuery, check: checkHotelSearch } = createSearchQuery(HotelSearch, ['place', 'currency'])

/** The errors in a search's dates, where `today` is the current date at the hotels; empty if there are none. */
export function checkHotelDays({ check_in, check_out }: Partial<HotelSearch>, today: string): HotelFieldFaults {
  const days: NamedDay[] = []
  if (check_in !== undefined) days.push(['check_in', check_in])
  if (check_out !== undefined) days.push(['check_out', check_out])
  return checkDays(days, daysFrom(today))
}
