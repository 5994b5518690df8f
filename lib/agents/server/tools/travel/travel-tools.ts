import { flightTool } from './flight-tool.ts'
import { hotelOffersTool, hotelTool } from './hotel-tool.ts'
import type { TravelTool } from './travel-tool.ts'

/** The tools, by capability and action. Functions that are not listed keep their own schema and results. */
const tools: ReadonlyMap<string, TravelTool> = new Map([
  ['C-FLIGHT-SEARCH search_flights', flightTool],
  ['C-HOTEL-SEARCH search_hotels', hotelTool],
  ['C-HOTEL-SEARCH hotel_offers', hotelOffersTool],
])

export const travelToolOf = (capability: string | undefined, action: string | undefined): TravelTool | undefined =>
  tools.get(`${capability} ${action}`)
