import type { DatabaseClient } from '#lib/db/client.ts'
import type { Overview, OverviewSpan } from '#lib/shared/console-overview.ts'
import type { Clock } from '#runner/ports.ts'

type Ports = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

const hourMs = 60 * 60 * 1000
const spans = {
  day: { stepMs: hourMs, steps: 24 },
  week: { stepMs: 24 * hourMs, steps: 7 },
} as const satisfies Record<OverviewSpan, { stepMs: number; steps: number }>

/** Profiles with a series of their own. */
const mostSeries = 4
const travelers = { id: 'travelers', name: 'Travelers and skills' }
const others = { id: 'others', name: 'Other profiles' }

type Counted = {
  readonly step: number
  readonly profile: string | null
  readonly name: string | null
  readonly total: number
  readonly failed: number
}
type Durations = { readonly p50: number | null; readonly p95: number | null; readonly p99: number | null }
type Now = { readonly running: number; readonly queued: number; readonly waiting: number }

/** What ran in the last day or week, and what runs now. Reads only the executions of the span. */
export async function readOverview({ db, clock }: Ports, span: OverviewSpan): Promise<Overview> {
  const { stepMs, steps } = spans[span]
  const end = Math.floor(clock.now() / stepMs + 1) * stepMs
  const from = end - steps * stepMs
  const since = new Date(from)
  const now = new Date(clock.now())
  const [counted, [durations], [open], activeProfiles, credentials, lockedProfiles, scripts] = await Promise.all([
    db.$queryRaw<Counted[]>`
      select floor(extract(epoch from e.started_at - ${since}) * 1000 / ${stepMs}::float8)::int as step,
        p.id as profile, p.description as name, count(*)::int as total,
        count(*) filter (where e.status = 'error')::int as failed
      from executions e left join profiles p on p.id = e.principal_id
      where e.started_at >= ${since} group by 1, 2, 3`,
    db.$queryRaw<Durations[]>`
      select percentile_cont(0.5) within group (order by query_time_ms) as p50,
        percentile_cont(0.95) within group (order by query_time_ms) as p95,
        percentile_cont(0.99) within group (order by query_time_ms) as p99
      from executions where started_at >= ${since} and query_time_ms is not null`,
    db.$queryRaw<Now[]>`
      select count(*) filter (where status = 'running')::int as running,
        count(*) filter (where status = 'pending')::int as queued,
        count(*) filter (where status = 'suspended')::int as waiting
      from executions where status in ('running', 'pending', 'suspended')`,
    db.profile.count({
      where: { lockedAt: { not: null }, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    }),
    db.credential.findFirst({ select: { id: true } }),
    db.profile.findFirst({ where: { lockedAt: { not: null } }, select: { id: true } }),
    db.scriptExecution.findFirst({ select: { id: true } }),
  ])
  const series = seriesOf(counted, steps)
  const { p50, p95, p99 } = durations ?? { p50: null, p95: null, p99: null }
  return {
    span,
    steps: Array.from({ length: steps }, (_, index) => new Date(from + index * stepMs).toISOString()),
    series,
    total: sum(counted.map(({ total }) => total)),
    failed: sum(counted.map(({ failed }) => failed)),
    duration_ms: p50 === null || p95 === null || p99 === null ? null : { p50, p95, p99 },
    running: open?.running ?? 0,
    queued: open?.queued ?? 0,
    waiting: open?.waiting ?? 0,
    active_profiles: activeProfiles,
    setup: { has_credential: credentials !== null, has_profile: lockedProfiles !== null, has_script: scripts !== null },
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** One series for each of the busiest profiles, one for the other profiles, and one for everybody else. */
function seriesOf(counted: readonly Counted[], steps: number): Overview['series'] {
  const busiest = [...Map.groupBy(counted, ({ profile }) => profile)]
    .flatMap(([id, rows]) => (id === null ? [] : [{ id, total: sum(rows.map(({ total }) => total)) }]))
    .sort((a, b) => b.total - a.total || (a.id < b.id ? -1 : 1))
    .slice(0, mostSeries)
    .map(({ id }) => id)
  const keyOf = ({ profile, name }: Counted) => {
    if (profile === null) return travelers
    return busiest.includes(profile) ? { id: profile, name: name ?? profile } : others
  }
  const found = new Map<string, { id: string; name: string; counts: number[]; failed: number }>()
  for (const row of counted) {
    const key = keyOf(row)
    const known = found.get(key.id) ?? { ...key, counts: Array<number>(steps).fill(0), failed: 0 }
    if (row.step >= 0 && row.step < steps) known.counts[row.step] = (known.counts[row.step] ?? 0) + row.total
    known.failed += row.failed
    found.set(key.id, known)
  }
  return [...busiest, travelers.id, others.id].flatMap((id) => found.get(id) ?? [])
}
