import { type ActingPrincipal, actorOf, actorText } from '#lib/platform/model/actor.ts'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { unitsOf } from '#runner/contract/fuel.ts'
import { Source } from '#runner/contract/principal.ts'
import type { JsonValue } from '#runner/core/canonical-json.ts'
import type { CapabilityUse } from '#runner/core/ports.ts'

/** The request of an execution, and the release that it runs. */
export type InvocationFacts = {
  readonly principal: ActingPrincipal
  readonly skill: string
  readonly version: string
  /** The digest of the release. */
  readonly digest: string
  readonly action: string
  /** Absent if the record of the execution does not have it. */
  readonly tier?: string
  /** The names of the credentials that were bound for it. */
  readonly keys?: readonly string[]
  /** The sha256 (hex) of the input as it is stored. */
  readonly inputHash: string
}

type InvocationEnd = {
  readonly outcome: 'success' | ErrorCode
  /** The sha256 (hex) of the output. */
  readonly outputHash: string
  readonly used?: readonly CapabilityUse[] | undefined
  readonly fuelUsed: number
  readonly peakMemoryBytes?: number | undefined
  readonly durationMs?: number | undefined
}

/** The most capability uses that a row lists. An execution seldom has more, because its hosts are declared. */
const maxUses = 100

/** The start of an execution. */
export const startedRow = (at: Date, execution: string, facts: InvocationFacts): AuditRecord =>
  rowOf(at, 'skill.started', facts, { execution })

/** The end of an execution. It repeats the facts of the start, so that one row is enough to see what happened. */
export const endedRow = (at: Date, execution: string, facts: InvocationFacts, end: InvocationEnd): AuditRecord =>
  rowOf(at, 'skill.ended', facts, { execution, ...detailOf(end) })

/** An answer from another execution: from the cache, or shared with an identical execution in progress. */
export const answeredRow = (
  at: Date,
  from: 'cache' | 'shared',
  facts: InvocationFacts,
  end: Pick<InvocationEnd, 'outcome' | 'outputHash' | 'durationMs'>,
): AuditRecord => rowOf(at, 'skill.answered', facts, { from, ...detailOf(end) })

type PrincipalColumns = { readonly principalId: string; readonly source: string; readonly actor: string | null }

/**
 * The principal in an execution's row. An unknown source, which this app never writes, counts as the least trusted. No
 * seal covers `actor`: it is believed only if it says that the app worked for this very principal, with the least trust.
 */
export function principalOfRow({ principalId: id, source, actor }: PrincipalColumns): ActingPrincipal {
  const principal = { id, source: Source.catch('public').parse(source) }
  const scheduled = { ...principal, role: 'schedule' } as const
  return source === 'public' && actor === actorText(actorOf(scheduled)) ? scheduled : principal
}

function rowOf(
  at: Date,
  action: string,
  { principal, skill, version, digest, action: asked, tier, keys, inputHash }: InvocationFacts,
  more: { readonly [key: string]: JsonValue },
): AuditRecord {
  return {
    at,
    by: principal,
    action,
    subject: skill,
    detail: {
      principal: principal.id,
      version,
      digest,
      action: asked,
      input: inputHash,
      ...(tier === undefined ? {} : { tier }),
      ...(keys === undefined || keys.length === 0 ? {} : { keys }),
      ...more,
    },
  }
}

function detailOf(end: Partial<InvocationEnd>): { readonly [key: string]: JsonValue } {
  const { outcome, outputHash, used, fuelUsed, peakMemoryBytes, durationMs } = end
  return {
    ...(outcome === undefined ? {} : { outcome }),
    ...(outputHash === undefined ? {} : { output: outputHash }),
    ...(used === undefined ? {} : { used: used.slice(0, maxUses).map((use) => ({ ...use })) }),
    ...(fuelUsed === undefined ? {} : { fuel_units: unitsOf(fuelUsed) }),
    ...(peakMemoryBytes === undefined ? {} : { peak_memory_bytes: Math.round(peakMemoryBytes) }),
    ...(durationMs === undefined ? {} : { duration_ms: Math.round(durationMs) }),
  }
}
