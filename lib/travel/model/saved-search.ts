import * as z from 'zod'
import { SavedSearchId } from '#runner/contract/ids.ts'
import { optionalBags } from './bag-fields.ts'

/** The most searches that a person may save. Guests may save fewer, because anyone can create new guests. */
export const maxSavedSearches = { account: 20, guest: 3 } as const

/**
 * When a lower price raises an alert. `below_saved`: below the first price. `below`: below an amount in the search's
 * currency. `falls_by`: at least this percentage below the highest price since the last alert.
 */
export const AlertRule = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('below_saved') }),
  z.strictObject({
    type: z.literal('below'),
    amount: z.number('must be an amount').positive('must be above 0').max(10_000_000, 'must be at most 10,000,000'),
  }),
  z.strictObject({
    type: z.literal('falls_by'),
    percent: z.int('must be a whole number of percent').min(1, 'must be at least 1').max(90, 'must be at most 90'),
  }),
])
export type AlertRule = z.infer<typeof AlertRule>

/** A request to save a search. It contains no price. */
export const SaveSearch = z.strictObject({
  kind: z.enum(['flights', 'hotels']),
  /** The query string of the results page. Parameters that do not belong to the search are ignored. */
  search: z.string().max(4000),
  rule: AlertRule.default({ type: 'below_saved' }),
  ...optionalBags,
})
export type SaveSearch = z.infer<typeof SaveSearch>

/** The fields of a saved search that its owner can change. An absent field stays unchanged. */
export const ChangeSearch = z
  .strictObject({ paused: z.boolean().exactOptional(), rule: AlertRule.exactOptional() })
  .refine(({ paused, rule }) => paused !== undefined || rule !== undefined, 'must change paused or rule')
export type ChangeSearch = z.infer<typeof ChangeSearch>

/** `is_new`: false when the person had saved the search before. */
export const SavedSearchAnswer = z.strictObject({ id: SavedSearchId, is_new: z.boolean() })
export const SavedSearchRef = z.strictObject({ id: SavedSearchId })

/** `until`: the time of the latest alert that the person saw. Absent: all alerts count as seen. */
export const SeenQuery = z.object({
  until: z.iso.datetime('must be a time in UTC, like 2027-02-13T12:00:00Z').exactOptional(),
})
export const SeenAnswers = z.strictObject({ seen: z.int() })

/** The id of a saved search in a path. */
export const savedSearchParams = z.object({ id: SavedSearchId })

/**
 * The result of the app's last run of a saved search. `priced_in_part`: prices, but a source failed. `none`: no offers.
 * `without_children`: only prices that leave out the search's children. `bags_unknown`: only flights without a known
 * price of the bags. `other_currency`: offers only in other
 * currencies. `refused`: no source may be searched while the person is absent. `past`: the search is no longer
 * possible.
 */
export const RunOutcome = z.enum([
  'priced',
  'priced_in_part',
  'none',
  'without_children',
  'bags_unknown',
  'other_currency',
  'failed',
  'refused',
  'past',
])
export type RunOutcome = z.infer<typeof RunOutcome>
