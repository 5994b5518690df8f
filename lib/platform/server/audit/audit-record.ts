import type { JsonValue } from '#runner/core/canonical-json.ts'
import type { ActingPrincipal } from '../../model/actor.ts'

/** An event in the trail. `detail` is never secret. */
export type AuditRecord = {
  readonly at: Date
  /** The trail stores its actor and its source. */
  readonly by: ActingPrincipal
  /** `noun.past_tense`, such as `operator.granted`. */
  readonly action: string
  /** The id of the affected object. */
  readonly subject: string
  readonly detail: { readonly [key: string]: JsonValue }
}

/** The maximum size of a detail's JSON. A larger one in the database is read as null. */
export const maxDetailBytes = 65_536

/**
 * A row as the database returns it, not yet verified. A value that this app never writes, such as an infinite time or a
 * detail of many MB, is null.
 */
export type TrailRow = {
  readonly lane: string
  readonly seq: bigint
  /** Milliseconds since the epoch. */
  readonly atMs: string | null
  /** The text of an actor; of an earlier version, a user's id or null. `readActor` reads all of them. */
  readonly actor: string | null
  readonly source: string
  readonly action: string
  readonly subject: string
  /** The JSON text as it is stored. */
  readonly detail: string | null
  readonly mac: string
}

/** A row's id as shown to people. */
export const rowId = ({ lane, seq }: Pick<TrailRow, 'lane' | 'seq'>): string => `${lane}-${seq}`

/** The action of the row that an instance writes when it starts a head file. */
export const openedAction = 'audit_trail.opened'
