import { z } from 'zod'
import { cabinSchema, travelerTypeSchema } from './wire.ts'

// The documented body of `POST /v2/shopping/flight-offers`. What is not named here is left unread, as documented fields
// that change nothing in the sample data are.

const place = z.string().regex(/^[A-Z]{3}$/)
const airline = z.string().regex(/^[0-9A-Z]{2}$/)
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
const radius = z.number().min(0).max(300)

const dateTimeRangeSchema = z.object({
  date,
  time: time.optional(),
  dateWindow: z
    .string()
    .regex(/^[MPI][1-3]D$/)
    .optional(),
  timeWindow: z
    .string()
    .regex(/^([1-9]|10|11|12)H$/)
    .optional(),
})
export type DateTimeRange = z.infer<typeof dateTimeRangeSchema>

const originDestinationSchema = z.object({
  id: z.string().min(1),
  originLocationCode: place,
  destinationLocationCode: place,
  originRadius: radius.optional(),
  destinationRadius: radius.optional(),
  alternativeOriginsCodes: z.array(place).min(1).max(2).optional(),
  alternativeDestinationsCodes: z.array(place).min(1).max(2).optional(),
  includedConnectionPoints: z.array(place).min(1).max(2).optional(),
  excludedConnectionPoints: z.array(place).min(1).max(3).optional(),
  departureDateTimeRange: dateTimeRangeSchema,
  arrivalDateTimeRange: dateTimeRangeSchema.optional(),
})
export type OriginDestination = z.infer<typeof originDestinationSchema>

const travelerSchema = z.object({
  id: z.string().min(1),
  travelerType: travelerTypeSchema,
  associatedAdultId: z.string().optional(),
})
export type BodyTraveler = z.infer<typeof travelerSchema>

const cabinRestrictionSchema = z.object({
  cabin: cabinSchema,
  coverage: z.enum(['MOST_SEGMENTS', 'AT_LEAST_ONE_SEGMENT', 'ALL_SEGMENTS']).default('ALL_SEGMENTS'),
  originDestinationIds: z.array(z.string()).optional(),
})

const criteriaSchema = z.object({
  maxFlightOffers: z.number().int().min(1).max(250).default(250),
  maxPrice: z.number().int().min(1).optional(),
  oneFlightOfferPerDay: z.boolean().default(false),
  additionalInformation: z.object({ chargeableCheckedBags: z.boolean().default(false) }).prefault({}),
  pricingOptions: z
    .object({
      includedCheckedBagsOnly: z.boolean().default(false),
      refundableFare: z.boolean().default(false),
      noRestrictionFare: z.boolean().default(false),
      noPenaltyFare: z.boolean().default(false),
    })
    .prefault({}),
  flightFilters: z
    .object({
      crossBorderAllowed: z.boolean().default(false),
      maxFlightTime: z.number().min(100).optional(),
      carrierRestrictions: z
        .object({
          includedCarrierCodes: z.array(airline).min(1).max(99).optional(),
          excludedCarrierCodes: z.array(airline).min(1).max(99).optional(),
        })
        .prefault({}),
      cabinRestrictions: z.array(cabinRestrictionSchema).min(1).max(6).default([]),
      connectionRestriction: z
        .object({
          maxNumberOfConnections: z.number().int().min(0).max(2).default(2),
          technicalStopsAllowed: z.boolean().default(true),
        })
        .prefault({}),
    })
    .prefault({}),
})

export const bodySchema = z.object({
  currencyCode: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  originDestinations: z.array(originDestinationSchema).min(1).max(6),
  travelers: z.array(travelerSchema).min(1).max(18),
  sources: z.array(z.literal('GDS')).min(1),
  searchCriteria: criteriaSchema.prefault({}),
})
export type FlightOffersBody = z.infer<typeof bodySchema>
