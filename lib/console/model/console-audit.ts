import * as z from 'zod'
import { NamedActor } from '#lib/platform/model/actor.ts'
import { dayFilters } from './console-day.ts'

/** The audit trail in the console. */

/** The topic of a row. `decisions`: everything except executions, which are nearly all rows. */
export const AuditTopic = z.enum([
  'decisions',
  'executions',
  'credential',
  'vault',
  'profile',
  'proposal',
  'skill',
  'release',
  'permission',
  'confirmation',
  'message',
  'agent_key',
  'console_token',
  'user',
  'operator',
  'audit_trail',
  'limit',
  'backup',
  'tunnel',
  'app',
])
export type AuditTopic = z.infer<typeof AuditTopic>

/** The filters, as in the page's URL, and the page. */
export const AuditQuery = z.strictObject({
  about: AuditTopic.optional(),
  /** The whole id or name of the changed object. */
  subject: z.string().max(200).optional(),
  ...dayFilters,
  after: z.string().max(200).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>

const AuditRow = z.strictObject({
  /** The lane, a hyphen and the row's number in it, as in findings. */
  id: z.string(),
  at: z.iso.datetime(),
  /** `noun.past_tense`. */
  action: z.string(),
  subject: z.string(),
  by: NamedActor,
  /** JSON, at most 2,000 characters. */
  detail: z.string(),
  /** The place in the Merkle tree. Null: not sealed yet, which takes about a second. */
  place: z.int().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

export const AuditPage = z.strictObject({
  rows: z.array(AuditRow),
  /** The `after` of the next page; null on the last one. */
  next: z.string().nullable(),
  /** The latest signed head of the tree. Null: nothing is sealed yet. */
  head: z.strictObject({ size: z.int(), at: z.iso.datetime() }).nullable(),
  /** What the app has found wrong with the trail since it started, one sentence each. */
  problems: z.array(z.string()),
})
export type AuditPage = z.infer<typeof AuditPage>
