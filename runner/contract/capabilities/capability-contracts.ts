import { type ActionContract, defineAction } from './action-contract.ts'
import { FlightOffer, FlightResult, flightRules } from './flight-result.ts'
import { FlightParams, flightAliases, flightDays } from './flight-search.ts'
import { HotelOffer, HotelResult, hotelRules } from './hotel-result.ts'
import { HotelOffersParams, HotelParams, hotelDays } from './hotel-search.ts'

export type CapabilityContract = ReadonlyMap<string, ActionContract>

const flights = { result: FlightResult, shape: FlightOffer, rules: flightRules }
const hotels = { result: HotelResult, shape: HotelOffer, rules: hotelRules }

/** By code, then by action. A capability that is not here is what the skills that offer it make of it. */
const contracts: ReadonlyMap<string, CapabilityContract> = new Map([
  [
    'C-FLIGHT-SEARCH',
    new Map([
      ['search_flights', defineAction({ ...flights, params: FlightParams, days: flightDays, aliases: flightAliases })],
    ]),
  ],
  [
    'C-HOTEL-SEARCH',
    new Map([
      ['search_hotels', defineAction({ ...hotels, params: HotelParams, days: hotelDays })],
      ['hotel_offers', defineAction({ ...hotels, params: HotelOffersParams, days: hotelDays })],
    ]),
  ],
])

const none: CapabilityContract = new Map()

/** The contract of a capability; of none, or of one that has no contract, it is empty. */
export function contractOf(capability: string | undefined): CapabilityContract {
  return contracts.get(capability ?? '') ?? none
}
