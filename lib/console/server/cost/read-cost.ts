import { startOf } from '#lib/agents/server/limits/usage-limits.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { secondsOfFuel } from '#runner/contract/fuel.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { ConsoleCost, Cost, CostQuery, CostRange } from '../../model/console-cost.ts'
import { addSums, type RankedRow, StoredSum, type Sums, selectSums, sumsOf } from './usage-sums.ts'

type Ports = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
const daysOf: Readonly<Record<CostRange, number>> = { '1d': 1, '7d': 7, '14d': 14, '90d': 90 }
/** A longer table would not be read. */
const maxRows = 100
/** Each listed row is read once for each day. */
const shownRows = 50

/**
 * What the executions of the last days cost, and the limits of profiles and agent keys. Days are those of UTC. Past days
 * are read as their sums, and only the current one, and days without a sum yet, row by row.
 */
export async function readCost({ db, clock }: Ports, { range }: CostQuery): Promise<ConsoleCost> {
  const now = clock.now()
  const today = startOf(now, dayMs)
  const since = today - (daysOf[range] - 1) * dayMs
  const days = Array.from({ length: daysOf[range] }, (_, at) => since + at * dayMs)
  const stored = new Map(
    (await db.usageSum.findMany({ where: { day: { gte: new Date(since), lt: new Date(today) } } })).map(
      ({ day, ...sum }) => [day.getTime(), StoredSum.parse(sum)],
    ),
  )
  const read = days.filter((day) => !stored.has(day))
  const counted = await db.$queryRaw<(StoredSum & { day: Date })[]>(selectSums(read.map(isoDay)))
  const sums = new Map([...stored, ...counted.map(({ day, ...sum }) => [day.getTime(), sum] as const)])
  const ranked = rank([...sums.values()])
  const shown = ranked.rows.slice(0, shownRows)
  const rows = await db.$queryRaw<OwnerSums[]>(selectRows(days.map(isoDay), shown))
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  const [names, limits] = await Promise.all([nameOwners(db, owners), readLimits(db, now, owners)])
  return {
    range,
    days: days.map((day) => {
      const sum = sums.get(day)
      return { day: isoDay(day), ...(sum === undefined ? nothing : costOf(sum.total)) }
    }),
    total: sums.size === 0 ? nothing : costOf([...sums.values()].map(({ total }) => total).reduce(addSums)),
    rows: rows.map(({ owner, skill, ...sum }) => ({
      owner: names.get(owner) ?? ownerOf(owner),
      skill,
      ...costOf(sum),
    })),
    rows_total: ranked.isWhole ? ranked.rows.length : null,
    ...limits,
    hour_ends: new Date(startOf(now, hourMs) + hourMs).toISOString(),
    day_ends: new Date(today + dayMs).toISOString(),
  }
}

const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

/** The rows of all days, those first that computed the most. `isWhole`: no day has rows beyond those that it lists. */
function rank(sums: readonly StoredSum[]): { readonly rows: readonly RankedRow[]; readonly isWhole: boolean } {
  const added = new Map<string, RankedRow>()
  for (const [owner, skill, fuel, executions] of sums.flatMap(({ most }) => most)) {
    const key = `${owner} ${skill}`
    const [, , before, more] = added.get(key) ?? [owner, skill, null, 0]
    added.set(key, [owner, skill, before === null ? fuel : before + (fuel ?? 0), more + executions])
  }
  const rows = [...added.values()].sort(([, , a, few], [, , b, many]) => (b ?? -1) - (a ?? -1) || many - few)
  return { rows, isWhole: sums.every(({ most, rows: all }) => most.length === all) }
}

type OwnerSums = Sums & { readonly owner: string; readonly skill: string }

/** The whole sums of these owners and skills: a day's sum lists only some of its rows. */
export const selectRows = (days: readonly string[], rows: readonly RankedRow[]): Prisma.Sql => Prisma.sql`
  select u.owner, u.skill, ${sumsOf}
  from unnest(${rows.map(([owner]) => owner)}::text[], ${rows.map(([, skill]) => skill)}::text[]) as r (owner, skill)
    join usage_days u on u.day = any(${days}::date[]) and u.owner = r.owner and u.skill = r.skill
  group by 1, 2 order by sum(fuel) desc nulls last, sum(executions) desc, 1, 2`

function costOf({ executions, failed, unmeasured, run_ms: runMs, fuel, host_calls, bytes, tokens }: Sums): Cost {
  const run_s = runMs === null ? null : runMs / 1000
  const computing_s = fuel === null ? null : secondsOfFuel(fuel)
  return { executions, failed, unmeasured, run_s, computing_s, host_calls, bytes, tokens }
}

/** A day without executions cost nothing. */
const nothing: Cost = {
  ...{ executions: 0, failed: 0, unmeasured: 0 },
  ...{ run_s: 0, computing_s: 0, host_calls: 0, bytes: 0, tokens: 0 },
}

function ownerOf(id: string): ConsoleCost['rows'][number]['owner'] {
  if (id === '') return { kind: 'others', id, name: 'Travelers and commands' }
  return id.startsWith('prof_')
    ? { kind: 'profile', id, name: 'A deleted profile' }
    : { kind: 'key', id, name: 'A deleted key' }
}

const profileName = { id: true, description: true } as const
const keyName = { id: true, slug: true } as const

const ownersOf = (
  profiles: readonly { readonly id: string; readonly description: string }[],
  keys: readonly { readonly id: string; readonly slug: string }[],
) => [
  ...profiles.map(({ id, description: name }) => ({ kind: 'profile' as const, id, name })),
  ...keys.map(({ id, slug: name }) => ({ kind: 'key' as const, id, name })),
]

/** Also names revoked profiles and keys. */
async function nameOwners(db: DatabaseClient, ids: string[]) {
  const where = { id: { in: ids } }
  const [profiles, keys] = await Promise.all([
    db.profile.findMany({ where, select: profileName }),
    db.agentKey.findMany({ where, select: keyName }),
  ])
  return new Map(ownersOf(profiles, keys).map((owner) => [owner.id, owner]))
}

/**
 * The owners with a limit, then those that cost the most, then the newest. A list of all would be too long to read, and
 * to send: agents may create profiles themselves.
 */
async function readLimits(
  db: DatabaseClient,
  now: number,
  costly: readonly string[],
): Promise<Pick<ConsoleCost, 'limits' | 'limits_total'>> {
  // Only the scripts of a locked profile run.
  const profiles = { revokedAt: null, lockedAt: { not: null } }
  const keys = { revokedAt: null }
  const limited = await db.usageLimit.findMany({
    where: { OR: [{ perHour: { not: null } }, { perDay: { not: null } }] },
    select: { owner: true },
    take: maxRows,
  })
  const first = [...limited.map(({ owner }) => owner), ...costly]
  const id = { in: first }
  const newest = { orderBy: { createdAt: 'desc' }, take: maxRows } as const
  const [chosen, chosenKeys, more, moreKeys, profilesTotal, keysTotal] = await Promise.all([
    db.profile.findMany({ where: { ...profiles, id }, select: profileName }),
    db.agentKey.findMany({ where: { ...keys, id }, select: keyName }),
    db.profile.findMany({ where: profiles, select: profileName, ...newest }),
    db.agentKey.findMany({ where: keys, select: keyName, ...newest }),
    db.profile.count({ where: profiles }),
    db.agentKey.count({ where: keys }),
  ])
  const placeOf = new Map(first.map((owner, place) => [owner, place]))
  const owners = [...ownersOf(chosen, chosenKeys), ...ownersOf(more, moreKeys)]
  const shown = [...new Map(owners.map((owner) => [owner.id, owner])).values()]
    .sort((a, b) => (placeOf.get(a.id) ?? first.length) - (placeOf.get(b.id) ?? first.length))
    .slice(0, maxRows)
  const stored = await db.usageLimit.findMany({ where: { owner: { in: shown.map((owner) => owner.id) } } })
  const limits = new Map(stored.map((limit) => [limit.owner, limit]))
  return {
    limits_total: profilesTotal + keysTotal,
    limits: shown.map((owner) => {
      const limit = limits.get(owner.id)
      const hour = limit?.hour?.getTime() ?? 0
      return {
        owner,
        per_hour: limit?.perHour ?? null,
        per_day: limit?.perDay ?? null,
        hour_uses: hour === startOf(now, hourMs) ? (limit?.hourUses ?? 0) : 0,
        day_uses: hour >= startOf(now, dayMs) ? (limit?.dayUses ?? 0) : 0,
      }
    }),
  }
}
