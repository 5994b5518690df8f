import * as z from 'zod'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { currencyCode, isoDate } from '#runner/contract/travel-fields.ts'

/** Reference rates of a day. They only compare prices; no payment uses them. */
export const ExchangeRates = z.object({
  /** The date of the rates. */
  date: isoDate,
  base: currencyCode,
  /** The value of one `base` in each currency; the base itself is absent. */
  rates: z.record(currencyCode, z.number().positive()),
  data: DataLabel,
  /** The host that provided them. */
  source: z.string().max(253).optional(),
})
export type ExchangeRates = z.infer<typeof ExchangeRates>
