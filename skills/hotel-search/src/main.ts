import type { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { defineSkill } from '#runner/sdk/index.ts'
import { searchHotels } from './search-hotels.ts'

export default defineSkill<HotelParams | HotelOffersParams>(async (call, host) => {
  const outcome = await searchHotels(call, host, Date.now())
  if (!outcome.ok) throw new host.SkillError(outcome.code, outcome.detail, outcome)
  return outcome.value
})
