import { nameAgents } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, readAfter } from '#lib/platform/server/db/pages.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ExecutionFacets, ExecutionPage, ExecutionQuery } from '../../model/console-executions.ts'
import { withinDays } from '../within-days.ts'
import { actorOfRow, isIn, rowOf, type SelectedRow } from './execution-row.ts'

type Ports = { readonly db: DatabaseClient }

/** Rows per page. */
const pageSize = 50

/** The columns that the console selects from an execution `e` and its script `s`. */
export const columns = Prisma.sql`
  e.id, e.status::text, e.error_code, e.skill, e.version, e.action, e.input->'params' as params,
  e.principal_id, e.source, e.actor,
  e.data::text, e.started_at, e.finished_at, e.query_time_ms, s.execution_ms, e.fuel_used,
  coalesce(e.replay->'limits'->>'fuel', s."grant"->'limits'->>'fuel')::float8 as fuel_limit`

export const joined = Prisma.sql`executions e left join script_executions s on s.id = e.id`

/** A page of executions, the latest first. A later page costs no more than an earlier one. */
export async function listExecutions({ db }: Ports, query: ExecutionQuery): Promise<Outcome<ExecutionPage>> {
  const after = readAfter(query.after, /^exec_[\w-]{1,64}$/)
  if (!after.ok) return after
  const where = [
    ...conditionsOf(query),
    ...(after.value ? [Prisma.sql`(e.started_at, e.id) < (${after.value.at}, ${after.value.id})`] : []),
  ]
  const rows = await db.$queryRaw<SelectedRow[]>`
    select ${columns} from ${joined}
    ${where.length > 0 ? Prisma.sql`where ${Prisma.join(where, ' and ')}` : Prisma.empty}
    order by e.started_at desc, e.id desc limit ${pageSize + 1}`
  const { shown, next } = cutPage(rows, pageSize, (row) => cursorOf(row.started_at, row.id))
  const named = await nameAgents(db, shown.map(actorOfRow))
  return { ok: true, value: { executions: shown.map((row) => rowOf(row, named(actorOfRow(row)))), next } }
}

function conditionsOf({ profile, skill, state, ...days }: ExecutionQuery): Prisma.Sql[] {
  return [
    ...(profile === undefined ? [] : [Prisma.sql`e.principal_id = ${profile}`]),
    ...(skill === undefined ? [] : [Prisma.sql`e.skill = ${skill}`]),
    ...(state === undefined ? [] : [isIn[state]]),
    ...withinDays(Prisma.sql`e.started_at`, days),
  ]
}

/** Skills that have run, and profiles: the values of filters. */
export async function listFacets({ db }: Ports): Promise<ExecutionFacets> {
  const [skills, profiles] = await Promise.all([
    db.skillRelease.findMany({ distinct: ['name'], select: { name: true }, orderBy: { name: 'asc' } }),
    db.profile.findMany({
      where: { lockedAt: { not: null } },
      select: { id: true, description: true },
      orderBy: { createdAt: 'desc' },
      take: 200,
    }),
  ])
  return { skills: [...skills.map(({ name }) => name), 'script'], profiles }
}
