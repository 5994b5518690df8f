import type { HotelOffersParams, HotelParams } from '#runner/contract/capabilities/hotel-search.ts'
import { defineSkill } from '#runner/sdk/index.ts'
import { valueOrThrow } from '#runner/sdk/outcome.ts'
import { searchHotels } from './search-hotels.ts'

export default defineSkill<HotelParams | HotelOffersParams>(async (call, host) =>
  valueOrThrow(await searchHotels(call, host, Date.now()), host.SkillError),
)
