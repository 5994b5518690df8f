import type { Given } from '#runner/sdk/read-json.ts'

export type GivenPlace = Given<{ iata_code: unknown; time_zone: unknown }>
export type GivenCarrier = Given<{ iata_code: unknown; name: unknown }>
export type GivenStop = Given<{ airport: GivenPlace; duration: unknown }>

export type GivenBaggage = Given<{ type: unknown; quantity: unknown }>
export type GivenSegmentPassenger = Given<{
  passenger_id: unknown
  cabin_class: unknown
  fare_basis_code: unknown
  baggages: readonly GivenBaggage[] | null
}>

export type GivenSegment = Given<{
  origin: GivenPlace
  destination: GivenPlace
  origin_terminal: unknown
  destination_terminal: unknown
  departing_at: unknown
  arriving_at: unknown
  duration: unknown
  marketing_carrier: GivenCarrier
  marketing_carrier_flight_number: unknown
  operating_carrier: GivenCarrier
  aircraft: GivenCarrier
  stops: readonly GivenStop[] | null
  passengers: readonly GivenSegmentPassenger[] | null
}>

export type GivenSlice = Given<{ fare_brand_name: unknown; segments: readonly GivenSegment[] | null }>

export type GivenCondition = Given<{ allowed: unknown; penalty_amount: unknown; penalty_currency: unknown }> | undefined

export type GivenOffer = Given<{
  id: unknown
  owner: GivenCarrier
  total_amount: unknown
  total_currency: unknown
  base_amount: unknown
  base_currency: unknown
  tax_amount: unknown
  tax_currency: unknown
  total_emissions_kg: unknown
  conditions: Given<{ refund_before_departure: GivenCondition; change_before_departure: GivenCondition }>
  passengers: readonly Given<{ id: unknown; type: unknown; age: unknown }>[] | null
  slices: readonly GivenSlice[] | null
}>
