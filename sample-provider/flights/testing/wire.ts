import { z } from 'zod'
import { cabinSchema, travelerTypeSchema } from '../search.ts'

// The documented format of a flight-offers answer.

const amount = z.string().regex(/^\d+(\.\d+)?$/)
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
const date = z.iso.date()
const duration = z.string().regex(/^PT(\d+H)?(\d+M)?$/)

const endPointSchema = z.object({
  iataCode: z.string().regex(/^[A-Z]{3}$/),
  terminal: z.string().optional(),
  at: localTime,
})

const segmentSchema = z.object({
  departure: endPointSchema,
  arrival: endPointSchema,
  carrierCode: z.string().regex(/^[0-9A-Z]{2}$/),
  number: z.string().regex(/^\d{1,4}$/),
  aircraft: z.object({ code: z.string() }),
  operating: z.object({ carrierCode: z.string().regex(/^[0-9A-Z]{2}$/) }).optional(),
  duration,
  id: z.string(),
  numberOfStops: z.number().int().nonnegative(),
  blacklistedInEU: z.boolean(),
  stops: z
    .array(z.object({ iataCode: z.string(), duration, arrivalAt: localTime, departureAt: localTime }))
    .min(1)
    .optional(),
  co2Emissions: z
    .array(z.object({ weight: z.number().int().positive(), weightUnit: z.literal('KG'), cabin: cabinSchema }))
    .optional(),
})
const bagsSchema = z.union([
  z.object({ quantity: z.number().int().nonnegative() }),
  z.object({ weight: z.number().int().positive(), weightUnit: z.literal('KG') }),
])
const amenitySchema = z.object({
  description: z.string(),
  isChargeable: z.boolean(),
  amenityType: z.enum(['BAGGAGE', 'PRE_RESERVED_SEAT', 'MEAL', 'BRANDED_FARES', 'LOUNGE', 'TRAVEL_SERVICES']),
  amenityProvider: z.object({ name: z.string() }).optional(),
})
const fareDetailsSchema = z.object({
  segmentId: z.string(),
  cabin: cabinSchema,
  fareBasis: z.string().regex(/^[A-Z0-9]{1,18}$/),
  brandedFare: z.string().optional(),
  brandedFareLabel: z.string().optional(),
  class: z.string().regex(/^[A-Z]$/),
  includedCheckedBags: bagsSchema.optional(),
  includedCabinBags: bagsSchema.optional(),
  amenities: z.array(amenitySchema).optional(),
})
const travelerPricingSchema = z.object({
  travelerId: z.string(),
  fareOption: z.literal('STANDARD'),
  travelerType: travelerTypeSchema,
  associatedAdultId: z.string().optional(),
  price: z.object({ currency: z.string(), total: amount, base: amount }),
  fareDetailsBySegment: z.array(fareDetailsSchema).min(1),
})
const flightOfferSchema = z.object({
  type: z.literal('flight-offer'),
  id: z.string(),
  source: z.literal('GDS'),
  instantTicketingRequired: z.boolean(),
  nonHomogeneous: z.boolean(),
  oneWay: z.boolean(),
  isUpsellOffer: z.boolean().optional(),
  lastTicketingDate: date,
  lastTicketingDateTime: date.optional(),
  numberOfBookableSeats: z.number().int().min(1).max(9),
  itineraries: z.array(z.object({ duration, segments: z.array(segmentSchema).min(1) })).min(1),
  price: z.object({
    currency: z.string(),
    total: amount,
    base: amount,
    fees: z.array(z.object({ amount, type: z.enum(['SUPPLIER', 'TICKETING', 'FORM_OF_PAYMENT']) })),
    taxes: z.array(z.object({ amount, code: z.string() })).optional(),
    grandTotal: amount,
  }),
  pricingOptions: z.object({
    fareType: z.array(z.literal('PUBLISHED')),
    includedCheckedBagsOnly: z.boolean(),
    refundableFare: z.boolean().optional(),
    noPenaltyFare: z.boolean().optional(),
  }),
  validatingAirlineCodes: z.array(z.string()).min(1),
  travelerPricings: z.array(travelerPricingSchema).min(1),
})
const dictionariesSchema = z.object({
  locations: z.record(z.string(), z.object({ cityCode: z.string(), countryCode: z.string() })),
  aircraft: z.record(z.string(), z.string()),
  currencies: z.record(z.string(), z.string()),
  carriers: z.record(z.string(), z.string()),
})
export const flightOffersAnswerSchema = z.object({
  meta: z.object({ count: z.number().int(), links: z.object({ self: z.string() }).optional() }),
  data: z.array(flightOfferSchema),
  dictionaries: dictionariesSchema.optional(),
})
