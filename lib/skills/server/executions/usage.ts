import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { CapabilityUse, ExecutionEnd } from '#runner/core/ports.ts'

/** What an ended execution cost. Null: not measured. */
export type Usage = {
  readonly id: string
  /** In UTC, as 2026-11-27. */
  readonly day: string
  /** The id of a profile or of an agent key; empty for all other callers together. */
  readonly owner: string
  readonly skill: string
  readonly failed: boolean
  /** Of the last leg. The legs before it are in the row of the script. */
  readonly run_ms: number | null
  readonly fuel: string | null
  readonly host_calls: number | null
  readonly bytes: number | null
  readonly tokens: number | null
}

type Ended = Pick<ExecutionEnd, 'id' | 'errorCode' | 'fuelUsed' | 'durationMs' | 'used' | 'traffic' | 'output'>
type Of = { readonly principalId: string; readonly skill: string; readonly finishedAt: Date }

const ownerOf = (principalId: string): string => (/^(prof|agent)_/.test(principalId) ? principalId : '')
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const sumOf = (used: readonly CapabilityUse[]) => used.reduce((sum, { calls }) => sum + calls, 0)

/** The cost of an execution that ends by itself. */
export function usageOf(ended: Ended, { principalId, skill, finishedAt }: Of): Usage {
  const { id, errorCode, fuelUsed, durationMs, used, traffic, output } = ended
  // A skill of steps computes nothing itself: its figures are those of its steps, which are executions of their own.
  const isSteps = used?.some(({ op }) => op === 'steps.run') === true
  return {
    id,
    day: dayOf(finishedAt),
    owner: ownerOf(principalId),
    skill,
    failed: output.status !== 'success' && errorCode !== 'CANCELLED',
    run_ms: isSteps ? 0 : durationMs === undefined ? null : Math.round(durationMs),
    fuel: isSteps ? '0' : String(Math.round(fuelUsed)),
    host_calls: used === undefined ? null : sumOf(used),
    bytes: traffic?.bytes ?? null,
    tokens: traffic?.tokens ?? null,
  }
}

/** The cost of an execution that another process or its idleness ended: only the fuel of a suspended one is known. */
export const unmeasuredUsage = (
  id: string,
  of: Of & { readonly errorCode: string; readonly fuelUsed: bigint | null },
): Usage => ({
  id,
  day: dayOf(of.finishedAt),
  owner: ownerOf(of.principalId),
  skill: of.skill,
  failed: of.errorCode !== 'CANCELLED',
  run_ms: null,
  fuel: of.fuelUsed === null ? null : String(of.fuelUsed),
  host_calls: null,
  bytes: null,
  tokens: null,
})

const sums = ['run_ms', 'fuel', 'host_calls', 'bytes', 'tokens'].map((name) => Prisma.raw(name))

/**
 * Adds the costs of ended executions to the sums of their days. Runs before their times are added to the rows of
 * scripts. `among`: a condition on the execution `r`.
 */
export const addedUsage = (usages: readonly Usage[], among = Prisma.sql`true`): Prisma.Sql => Prisma.sql`
  insert into usage_days as u (day, owner, skill, executions, failed, unmeasured, ${Prisma.join(sums)})
  select day, owner, skill, count(*), count(*) filter (where failed),
    count(*) filter (where ${Prisma.join(
      sums.map((name) => Prisma.sql`${name} is null`),
      ' or ',
    )}),
    ${Prisma.join(sums.map((name) => Prisma.sql`sum(${name})`))}
  from (
    select r.id, day, owner, skill, failed, fuel, host_calls, bytes, tokens,
      coalesce(run_ms + coalesce(s.execution_ms, 0), nullif(s.execution_ms, 0)) as run_ms
    from jsonb_to_recordset(${JSON.stringify(usages)}::jsonb) as r(
      id text, day date, owner text, skill text, failed bool, run_ms bigint, fuel bigint, host_calls bigint,
      bytes bigint, tokens bigint
    ) left join script_executions s on s.id = r.id
    where ${among}
  ) as ended
  group by day, owner, skill
  -- One order for all transactions, so that none waits for another that waits for it.
  order by day, owner, skill
  on conflict (day, owner, skill) do update set
    executions = u.executions + excluded.executions,
    failed = u.failed + excluded.failed,
    unmeasured = u.unmeasured + excluded.unmeasured,
    ${Prisma.join(sums.map((name) => Prisma.sql`${name} = coalesce(u.${name} + excluded.${name}, u.${name}, excluded.${name})`))}`

export async function addUsage(tx: Pick<DatabaseClient, '$executeRaw'>, usages: readonly Usage[]): Promise<void> {
  if (usages.length > 0) await tx.$executeRaw(addedUsage(usages))
}
