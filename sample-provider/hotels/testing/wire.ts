import { z } from 'zod'

// The documented format of the hotel answers.

const amount = z.string().regex(/^\d+(\.\d+)?$/)
const date = z.iso.date()
/** In the hotel's local time; a cancellation deadline has its offset. */
const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2})?$/)
const hotelId = z.string().regex(/^[A-Z0-9]{8}$/)
const chainCode = z.string().regex(/^[A-Z]{2}$/)
const text = z.object({ text: z.string(), lang: z.string() })

const listedHotelSchema = z.object({
  chainCode,
  iataCode: z.string().regex(/^[A-Z]{3}$/),
  dupeId: z.number().int(),
  name: z.string().min(1),
  hotelId,
  geoCode: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
  address: z.object({ countryCode: z.string().regex(/^[A-Z]{2}$/) }).optional(),
  distance: z.object({ value: z.number().nonnegative(), unit: z.literal('KM') }).optional(),
  rating: z.number().int().min(1).max(5).optional(),
  lastUpdate: z.string().optional(),
})
export const hotelListAnswerSchema = z.object({
  data: z.array(listedHotelSchema),
  meta: z.object({ count: z.number().int().nonnegative(), links: z.object({ self: z.string() }) }),
})
const taxSchema = z.object({
  amount: amount.optional(),
  currency: z.string().optional(),
  code: z.string().optional(),
  percentage: amount.optional(),
  included: z.boolean().optional(),
  description: z.string().optional(),
  pricingFrequency: z.enum(['PER_STAY', 'PER_NIGHT']).optional(),
  pricingMode: z.enum(['PER_OCCUPANT', 'PER_PRODUCT']).optional(),
})
const priceSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  base: amount.optional(),
  total: amount,
  taxes: z.array(taxSchema).optional(),
  variations: z
    .object({
      average: z.object({ base: amount.optional(), total: amount.optional() }).optional(),
      changes: z.array(z.object({ startDate: date, endDate: date, base: amount.optional(), total: amount.optional() })),
    })
    .optional(),
})
const cancellationSchema = z.object({
  type: z.literal('FULL_STAY').optional(),
  amount: amount.optional(),
  numberOfNights: z.number().int().nonnegative().optional(),
  percentage: amount.optional(),
  deadline: localTime.optional(),
  description: text.optional(),
})
const paymentsSchema = z.object({
  creditCards: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  methods: z.array(z.string()).optional(),
})
const depositSchema = z.object({
  amount: amount.optional(),
  deadline: localTime.optional(),
  description: text.optional(),
  acceptedPayments: paymentsSchema.optional(),
})

const policiesSchema = z.object({
  paymentType: z.enum(['guarantee', 'deposit', 'prepay', 'holdtime']).optional(),
  cancellation: cancellationSchema.optional(),
  cancellations: z.array(cancellationSchema).optional(),
  guarantee: z.object({ description: text.optional(), acceptedPayments: paymentsSchema.optional() }).optional(),
  deposit: depositSchema.optional(),
  prepay: depositSchema.optional(),
  holdTime: z.object({ deadline: localTime }).optional(),
  checkInOut: z.object({ checkIn: z.string(), checkOut: z.string() }).optional(),
})
const offerSchema = z.object({
  id: z.string().regex(/^[A-Z0-9]{2,100}$/),
  checkInDate: date,
  checkOutDate: date,
  roomQuantity: z
    .string()
    .regex(/^[1-9]$/)
    .optional(),
  rateCode: z.string().regex(/^[A-Z0-9*]{3}$/),
  rateFamilyEstimated: z.object({ code: z.string().regex(/^[A-Z0-9]{3}$/), type: z.enum(['P', 'N', 'C']) }).optional(),
  category: z.string().optional(),
  description: text.optional(),
  commission: z.object({ percentage: amount.optional(), amount: amount.optional() }).optional(),
  boardType: z.string().optional(),
  room: z.object({
    type: z.string().regex(/^[A-Z0-9*]{3}$/),
    typeEstimated: z
      .object({ category: z.string().optional(), beds: z.number().int().optional(), bedType: z.string().optional() })
      .optional(),
    description: text.optional(),
  }),
  guests: z.object({ adults: z.number().int().min(1).max(9), childAges: z.array(z.number().int()).optional() }),
  price: priceSchema,
  policies: policiesSchema.optional(),
  self: z.string(),
})
export type WireOffer = z.infer<typeof offerSchema>

const hotelOffersSchema = z.object({
  type: z.literal('hotel-offers'),
  hotel: z.object({
    type: z.literal('hotel'),
    hotelId,
    chainCode,
    dupeId: z.string(),
    name: z.string().min(1),
    cityCode: z.string().regex(/^[A-Z]{3}$/),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
  }),
  available: z.boolean(),
  offers: z.array(offerSchema).optional(),
  self: z.string(),
})
export type HotelOffers = z.infer<typeof hotelOffersSchema>

const warningSchema = z.object({
  code: z.number().int(),
  title: z.string(),
  source: z.object({ parameter: z.string() }).optional(),
})

export const hotelOffersAnswerSchema = z.object({
  data: z.array(hotelOffersSchema),
  warnings: z.array(warningSchema).optional(),
})
