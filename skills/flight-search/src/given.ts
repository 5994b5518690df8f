import type { Given } from '#runner/sdk/read-json.ts'

export type GivenPlace = Given<{ iataCode: unknown; terminal: unknown; at: unknown }>

export type GivenStop = Given<{ iataCode: unknown; arrivalAt: unknown; departureAt: unknown; duration: unknown }>

export type GivenSegment = Given<{
  id: unknown
  departure: GivenPlace
  arrival: GivenPlace
  carrierCode: unknown
  number: unknown
  aircraft: Given<{ code: unknown }>
  operating: Given<{ carrierCode: unknown; carrierName: unknown }>
  duration: unknown
  numberOfStops: unknown
  stops: readonly GivenStop[] | null
  blacklistedInEU: unknown
  co2Emissions: unknown
}>

export type GivenAmount = Given<{ code: unknown; type: unknown; amount: unknown }>

export type GivenPrice = Given<{
  currency: unknown
  total: unknown
  grandTotal: unknown
  base: unknown
  fees: readonly GivenAmount[] | null
  taxes: readonly GivenAmount[] | null
}>

export type GivenAmenity = Given<{ description: unknown; isChargeable: unknown; amenityType: unknown }>

export type GivenAmenities = readonly GivenAmenity[] | null | undefined

export type GivenCabinBags = Given<{ quantity: unknown }> | undefined
export type GivenCheckedBags = Given<{ quantity: unknown; weight: unknown; weightUnit: unknown }> | undefined

export type GivenFareDetails = Given<{
  segmentId: unknown
  cabin: unknown
  class: unknown
  fareBasis: unknown
  brandedFare: unknown
  brandedFareLabel: unknown
  includedCabinBags: GivenCabinBags
  includedCheckedBags: GivenCheckedBags
  amenities: GivenAmenities
}>

export type GivenTraveler = Given<{
  travelerType: unknown
  price: GivenPrice
  fareDetailsBySegment: readonly GivenFareDetails[] | null
}>

export type GivenItinerary = Given<{ segments: readonly GivenSegment[] | null }>

export type GivenOffer = Given<{
  id: unknown
  itineraries: readonly GivenItinerary[] | null
  validatingAirlineCodes: readonly unknown[] | null
  price: GivenPrice
  travelerPricings: readonly GivenTraveler[] | null
  pricingOptions: Given<{ refundableFare: unknown }>
  numberOfBookableSeats: unknown
  lastTicketingDate: unknown
  lastTicketingDateTime: unknown
}>
