import * as z from 'zod'
import { currencyCode } from '#runner/contract/travel-fields.ts'

const text = z.string().regex(/./)
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const remembered = {
  /** The query of its URL, which is also its identity. */
  query: text,
  /** The lowest price seen, and when. `isMore`: a hotel with this price charges more on site. */
  lowest: z
    .object({
      amount: z.number(),
      currency: currencyCode,
      seenAtMs: z.number(),
      isSample: z.boolean(),
      isMore: z.boolean().exactOptional(),
    })
    .nullable(),
}

/** An earlier search in this browser. */
export const RecentSearch = z.discriminatedUnion('kind', [
  z.object({
    ...remembered,
    kind: z.literal('flight'),
    origin: text,
    destination: text,
    date: day,
    returnDate: day.nullable(),
    travelers: z.number(),
    /** Of a multi-city trip: its places in words, the number of its flights, and its last day. */
    multi: z.object({ route: text, flights: z.number(), lastDate: day }).exactOptional(),
  }),
  z.object({
    ...remembered,
    kind: z.literal('hotel'),
    place: text,
    checkIn: day,
    checkOut: day,
    guests: z.number(),
    rooms: z.number(),
  }),
])
export type RecentSearch = z.infer<typeof RecentSearch>
