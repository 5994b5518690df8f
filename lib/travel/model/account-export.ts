import * as z from 'zod'
import { DataLabel } from '#runner/contract/skill-io.ts'
import { AlertRule } from './saved-search.ts'
import { SearchNote } from './search-note.ts'
import { GivenProfile } from './travel-profile.ts'

/** Where a signed-in person downloads a copy of their data. */
export const exportPath = '/api/account/export'

const at = z.iso.datetime()
const money = { amount: z.number(), currency: z.string() }

/** A copy of a person's data, without secrets. */
export const AccountExport = z.strictObject({
  format: z.literal('travel.aw account'),
  version: z.literal(1),
  exported_at: at,
  profile: z.strictObject({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: z.string(),
    created_at: at,
    /** The address for alerts, once it is confirmed. */
    confirmed_email: z.string().nullable(),
    mails_alerts: z.boolean(),
    mail_language: z.string(),
  }),
  /** How the person travels; null if never chosen. */
  travel_profile: GivenProfile.nullable(),
  /** The providers through which the person signs in. */
  identities: z.array(z.strictObject({ provider: z.string(), subject: z.string(), added_at: at })),
  searches: z.array(z.strictObject({ ...SearchNote.shape, searched_at: at })),
  /** `booked_at`: when the person marked the trip as booked. `removed_at`: set while the removal can still be undone. */
  trips: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      skill: z.string(),
      search: z.string(),
      offer: z.unknown(),
      data: DataLabel,
      saved: z.strictObject({ ...money, seen_at: at }),
      latest: z.strictObject({ ...money, seen_at: at }),
      ends_at: at,
      saved_at: at,
      booked_at: at.nullable(),
      removed_at: at.nullable(),
    }),
  ),
  saved_searches: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      search: z.string(),
      currency: z.string(),
      cabin_bags: z.int(),
      checked_bags: z.int(),
      rule: AlertRule.nullable(),
      saved_at: at,
      paused_at: at.nullable(),
      removed_at: at.nullable(),
      last_run_at: at.nullable(),
      prices: z.array(z.strictObject({ ...money, at, skill: z.string(), data: DataLabel })),
      alerts: z.array(z.strictObject({ ...money, at, data: DataLabel, seen_at: at.nullable() })),
    }),
  ),
  /** What skills stored for the person. */
  stored_values: z.array(z.strictObject({ skill: z.string(), key: z.string(), value: z.unknown(), stored_at: at })),
  /** The browsers that get the person's alerts. */
  alert_browsers: z.array(z.strictObject({ added_at: at, language: z.string() })),
  /** The latest first, at most 500. Rows of ended sessions are deleted when they expire. */
  sessions: z.array(
    z.strictObject({
      started_at: at,
      last_seen_at: at,
      expires_at: at,
      ended_at: at.nullable(),
      user_agent: z.string().nullable(),
    }),
  ),
})
export type AccountExport = z.infer<typeof AccountExport>
