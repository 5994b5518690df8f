import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { ErrorCode, scriptName, sentenceOf } from '#runner/contract/errors.ts'
import { ScriptReport } from '#runner/contract/skill-io.ts'
import type { ConsoleOverview, Failure, OverviewQuery, OverviewRange } from '../../model/console-overview.ts'
import { barStarts } from './bar-starts.ts'
import { countExecutions } from './count-executions.ts'
import { drawSeries } from './draw-series.ts'
import { findTasks, type TaskPorts } from './find-tasks.ts'

const most = 6

/** The latest failed executions. The error texts of scripts were redacted before they were stored. */
async function lastFailures(
  db: DatabaseClient,
  since: Date,
  namesOf: (profileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Failure[]> {
  const rows = await db.execution.findMany({
    where: {
      status: 'error',
      // `not` alone would leave out failures without a code.
      OR: [{ errorCode: null }, { errorCode: { not: 'CANCELLED' } }],
      startedAt: { gte: since },
    },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    take: most,
    select: { id: true, skill: true, version: true, principalId: true, errorCode: true, output: true, startedAt: true },
  })
  const scripts = rows.filter(({ skill }) => skill === scriptName)
  const names = await namesOf(scripts.map(({ principalId }) => principalId))
  return rows.map(({ id, skill, version, principalId, errorCode, output, startedAt }) => {
    const code = ErrorCode.catch('INTERNAL').parse(errorCode)
    const isScript = skill === scriptName
    return {
      id,
      at: startedAt.toISOString(),
      code,
      about: isScript ? (names.get(principalId) ?? 'A script') : `${skill} ${version}`,
      what: wordsOf(output) ?? sentenceOf(code, { skill, id }),
    }
  })
}

function wordsOf(output: unknown): string | undefined {
  const report = ScriptReport.safeParse(Object(output).script)
  if (report.data?.error === undefined) {
    const message: unknown = Object(Object(output).error).message
    return typeof message === 'string' ? message : undefined
  }
  const { error, line } = report.data
  return line === undefined ? error : `Line ${line}: ${error}`
}

type Ports = Pick<PlatformPorts, 'db' | 'clock'> & TaskPorts

/** Running and past executions, and open tasks of an operator. The number of queries does not grow with the data. */
export async function readOverview(ports: Ports, query: OverviewQuery): Promise<ConsoleOverview> {
  const { db, clock } = ports
  const now = clock.now()
  const range = query.range ?? (await usualRange(db, now))
  const starts = barStarts(range, query.time_zone, now)
  const since = new Date(starts[0] ?? now)
  const namesOf = async (ids: readonly string[]) => {
    const rows = await db.profile.findMany({ where: { id: { in: [...ids] } }, select: { id: true, description: true } })
    return new Map(rows.map(({ id, description }) => [id, description]))
  }
  const [{ bars, figures }, profiles, queue, llm, tasks, failures, setup] = await Promise.all([
    countExecutions(db, starts, now),
    countProfiles(db, new Date(now)),
    countQueue(db),
    waitingForLlm(db),
    findTasks(ports, new Date(now)),
    lastFailures(db, since, namesOf),
    readSetup(db),
  ])
  const { series, ...drawn } = drawSeries(starts, bars, figures)
  const names = await namesOf(series.map(({ id }) => id))
  return {
    range,
    time_zone: query.time_zone,
    from: since.toISOString(),
    until: new Date(now).toISOString(),
    ...drawn,
    series: series.map((one) =>
      one.kind === 'profile' ? { ...one, name: names.get(one.id) ?? 'A deleted profile' } : one,
    ),
    profiles,
    queue,
    llm,
    ...tasks,
    failures,
    setup,
  }
}

const youngMs = 2 * 24 * 60 * 60_000

/** A young instance would show one bar of 14. */
async function usualRange(db: DatabaseClient, now: number): Promise<OverviewRange> {
  const old = await db.execution.findFirst({
    where: { startedAt: { lt: new Date(now - youngMs) } },
    orderBy: { startedAt: 'desc' },
    select: { id: true },
  })
  return old === null ? '24h' : '14d'
}

async function countProfiles(db: DatabaseClient, now: Date): Promise<ConsoleOverview['profiles']> {
  const [counts] = await db.$queryRaw<ConsoleOverview['profiles'][]>`
    select count(*) filter (where not expired and locked_at is not null)::int as locked,
      count(*) filter (where not expired and locked_at is null)::int as unlocked,
      count(*) filter (where expired)::int as expired
    from (
      select locked_at, coalesce(expires_at <= ${now}, false) as expired from profiles where revoked_at is null
    ) as kept`
  return counts ?? { locked: 0, unlocked: 0, expired: 0 }
}

async function countQueue(db: DatabaseClient): Promise<ConsoleOverview['queue']> {
  const [counts] = await db.$queryRaw<ConsoleOverview['queue'][]>`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'running')::int as running
    from executions where status in ('pending', 'running')`
  return counts ?? { pending: 0, running: 0 }
}

async function readSetup(db: DatabaseClient): Promise<ConsoleOverview['setup']> {
  const [credential, profile, script] = await Promise.all([
    db.credential.findFirst({ where: { sealed: { not: null } }, select: { id: true } }),
    db.profile.findFirst({ where: { revokedAt: null }, select: { id: true } }),
    db.execution.findFirst({ where: { skill: scriptName }, select: { id: true } }),
  ])
  return { has_credential: credential !== null, has_profile: profile !== null, has_script: script !== null }
}

const maxProfiles = 5
/** The waiting executions that are read one by one. */
const mostWaiting = 2000

type WaitingRow = { readonly id: string; readonly name: string; readonly waiting: number; readonly since: Date | null }

/** Script executions that wait for the agent's model. They use no resources except their database rows. */
async function waitingForLlm(db: DatabaseClient): Promise<ConsoleOverview['llm']> {
  const [waiting, rows] = await Promise.all([
    db.execution.count({ where: { status: 'suspended' } }),
    db.$queryRaw<WaitingRow[]>`
      select p.id, p.description as name, count(*)::int as waiting,
        min(s.llm_deadline - s.llm_wait_s * interval '1 second') as since
      from (
        select id from executions where status = 'suspended' order by started_at, id limit ${mostWaiting}
      ) as e join script_executions s on s.id = e.id join profiles p on p.id = s.profile_id
      group by p.id order by count(*) desc, p.id`,
  ])
  const times = rows.flatMap(({ since }) => since?.getTime() ?? [])
  return {
    waiting,
    counted: waiting > mostWaiting ? 'oldest' : 'all',
    oldest_since: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    by_profile: rows.slice(0, maxProfiles).map(({ id, name, waiting: count }) => ({ id, name, waiting: count })),
  }
}
