import { actionNamesOf } from '../action-rule.ts'
import type { SkillManifest } from '../manifest.ts'
import { type ActionContract, defineAction } from './action-contract.ts'
import { FlightOffer, FlightResult } from './flight-result.ts'
import { flightRules } from './flight-rules.ts'
import { FlightParams, flightAliases, flightDays } from './flight-search.ts'
import { HotelOffer, HotelResult } from './hotel-result.ts'
import { hotelRules } from './hotel-rules.ts'
import { HotelOffersParams, HotelParams, hotelDays } from './hotel-search.ts'
import { ReferenceRate, ReferenceRatesParams } from './reference-rates.ts'

const rates = { result: ReferenceRate, shape: ReferenceRate, rules: () => [] }

type CapabilityContract = ReadonlyMap<string, ActionContract>

const flights = { result: FlightResult, shape: FlightOffer, rules: flightRules }
const hotels = { result: HotelResult, shape: HotelOffer, rules: hotelRules }

/**
 * By capability code, then by action. A capability that is not listed has no contract; its skills define their actions.
 */
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
  [
    'C-REFERENCE-RATES',
    new Map([['reference_rates', defineAction({ ...rates, params: ReferenceRatesParams, days: () => [] })]]),
  ],
])

/** The codes of the capabilities with a contract. */
export const knownCapabilities: readonly string[] = [...contracts.keys()]

const none: CapabilityContract = new Map()

/** The contract of a capability. Empty without a capability or for a capability without a contract. */
export function contractOf(capability: string | undefined): CapabilityContract {
  return contracts.get(capability ?? '') ?? none
}

/** The actions that a skill accepts: those of its capability and its manifest. Empty: the skill accepts any action. */
export function acceptedActions(manifest: Pick<SkillManifest, 'capability' | 'actions' | 'input_schema'>): string[] {
  return [...new Set([...contractOf(manifest.capability).keys(), ...actionNamesOf(manifest)])]
}
