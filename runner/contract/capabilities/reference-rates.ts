import * as z from 'zod'
import { currencyCode, isoDate } from '../travel-fields.ts'

/** `reference_rates`: the latest rates. The action has no params. */
export const ReferenceRatesParams = z.strictObject({})
export type ReferenceRatesParams = z.infer<typeof ReferenceRatesParams>

/** The value of one unit of `base` in `currency` on a working day. For information only; no charge uses it. */
export const ReferenceRate = z.object({
  base: currencyCode,
  currency: currencyCode,
  rate: z.number().positive().max(1e12),
  date: isoDate,
})
export type ReferenceRate = z.infer<typeof ReferenceRate>
