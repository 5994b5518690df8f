import { type ActionContract, defineAction } from './action-contract.ts'
import { FlightResult } from './flight-result.ts'
import { FlightParams, flightAliases, flightDays } from './flight-search.ts'
import { HotelResult } from './hotel-result.ts'
import { HotelOffersParams, HotelParams, hotelDays } from './hotel-search.ts'

export type CapabilityContract = ReadonlyMap<string, ActionContract>

/** By code, then by action. A capability that is not here is what the skills that offer it make of it. */
const contracts: ReadonlyMap<string, CapabilityContract> = new Map([
  [
    'C-FLIGHT-SEARCH',
    new Map([
      [
        'search_flights',
        defineAction({ params: FlightParams, result: FlightResult, days: flightDays, aliases: flightAliases }),
      ],
    ]),
  ],
  [
    'C-HOTEL-SEARCH',
    new Map([
      ['search_hotels', defineAction({ params: HotelParams, result: HotelResult, days: hotelDays })],
      ['hotel_offers', defineAction({ params: HotelOffersParams, result: HotelResult, days: hotelDays })],
    ]),
  ],
])

const none: CapabilityContract = new Map()

/** The contract of a capability; of none, or of one that has no contract, it is empty. */
export function contractOf(capability: string | undefined): CapabilityContract {
  return contracts.get(capability ?? '') ?? none
}
