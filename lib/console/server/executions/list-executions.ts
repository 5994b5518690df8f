import { nameAgents } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, type Position, readAfter } from '#lib/platform/server/db/pages.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import {
  type ExecutionCountQuery,
  ExecutionCounts,
  type ExecutionFacets,
  type ExecutionPage,
  type ExecutionQuery,
  ExecutionState,
  mostCounted,
} from '../../model/console-executions.ts'
import { withinDays } from '../within-days.ts'
import { actorOfRow, isIn, rowOf, type SelectedRow } from './execution-row.ts'
import { type Alternatives, matchText } from './match-text.ts'

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
export async function listExecutions(
  { db }: Ports,
  query: ExecutionQuery,
  size = pageSize,
): Promise<Outcome<ExecutionPage>> {
  const after = readAfter(query.after, /^exec_[\w-]{1,64}$/)
  if (!after.ok) return after
  const { shown, next } = cutPage(
    await readRows(db, await matchesOf(db, query), { after: after.value, count: size + 1 }),
    size,
    (row) => cursorOf(row.started_at, row.id),
  )
  const named = await nameAgents(db, shown.map(actorOfRow))
  return { ok: true, value: { executions: shown.map((row) => rowOf(row, named(actorOfRow(row)))), next } }
}

/** What a query finds. An execution matches if all of `each` are true, and one of the alternatives. */
export type Matches = Alternatives & { readonly each: readonly Prisma.Sql[] }

export async function matchesOf(db: DatabaseClient, query: Omit<ExecutionQuery, 'after'>): Promise<Matches> {
  const found = query.text === undefined ? { some: [Prisma.sql`true`], words: [] } : await matchText(db, query.text)
  return { each: conditionsOf(query), ...found }
}

type Part = { readonly after?: Position | undefined; readonly count: number }

/** The latest rows of a page. */
export function readRows(db: DatabaseClient, matches: Matches, part: Part): Promise<SelectedRow[]> {
  return db.$queryRaw<SelectedRow[]>`
    select ${columns} from (${latestOf(matches, part)}) as found
    join executions e on e.id = found.id left join script_executions s on s.id = e.id
    order by e.started_at desc, e.id desc`
}

/** The most executions with rare words. */
const mostRare = 2000
/** The latest executions in which words are looked for first. */
const mostSearched = 5000
/** So many executions among these have frequent words. */
const frequent = pageSize

const latestFirst = Prisma.sql`order by started_at desc, id desc`

/**
 * Selects the id and start of the latest executions. Each alternative is a statement of its own, so that it can use its
 * index. Words are looked for in the latest executions first, where frequent ones fill a page. Otherwise their index
 * finds rare ones, without an order, because an order lets the database walk through all executions. It walks only if
 * there are many after all. No index answers `coalesce`.
 */
export function latestOf({ each, some, words }: Matches, { after, count }: Part): Prisma.Sql {
  const beyond = after ? [Prisma.sql`(e.started_at, e.id) < (${after.at}, ${after.id})`] : []
  const latest = Prisma.sql`${latestFirst} limit ${count}`
  const matching = (one: Prisma.Sql, ...more: Prisma.Sql[]) => selectIf([...more, ...each, ...beyond, one])
  const found = [
    ...some.map((one) => Prisma.sql`(${matching(one)} ${latest})`),
    ...words.map((one) => {
      const isShort = Prisma.sql`(select count(*) from near) < ${count}`
      const isRare = Prisma.sql`(select count(*) from few) <= ${mostRare}`
      return Prisma.sql`(
        with near as materialized (
          select id, started_at from (${searched([...each, ...beyond], one)}) as newest where has_words ${latest}),
        few as materialized (${matching(one, isShort)} limit ${mostRare + 1})
        (select id, started_at from few where ${isRare} ${latest})
        union (select id, started_at from near)
        union (${matching(Prisma.sql`coalesce(${one}, false)`, Prisma.sql`not ${isRare}`)} ${latest}))`
    }),
  ]
  return Prisma.sql`select id, started_at from (${Prisma.join(found, ' union ')}) as matching ${latest}`
}

/** Selects the latest executions that words are looked for in, and whether each has them. */
const searched = (each: readonly Prisma.Sql[], words: Prisma.Sql) => Prisma.sql`
  select e.id, e.started_at, coalesce(${words}, false) as has_words from executions e
  where ${Prisma.join([...each, Prisma.sql`true`], ' and ')} ${latestFirst} limit ${mostSearched}`

/** Selects the id and start of the executions on which all conditions are true, in no order. */
const selectIf = (conditions: readonly Prisma.Sql[]) =>
  Prisma.sql`select e.id, e.started_at from executions e where ${Prisma.join([...conditions], ' and ')}`

function conditionsOf({ profile, skill, state, since, before, ...days }: ExecutionQuery): Prisma.Sql[] {
  return [
    ...(profile === undefined ? [] : [Prisma.sql`e.principal_id = ${profile}`]),
    ...(skill === undefined ? [] : [Prisma.sql`e.skill = ${skill}`]),
    ...(state === undefined ? [] : [isIn[state]]),
    ...withinDays(Prisma.sql`e.started_at`, days),
    ...(since === undefined ? [] : [Prisma.sql`e.started_at >= ${new Date(since)}`]),
    ...(before === undefined ? [] : [Prisma.sql`e.started_at < ${new Date(before)}`]),
  ]
}

/** Counts the executions in each state, up to a limit, without the filter by state. */
export async function countStates({ db }: Ports, query: ExecutionCountQuery): Promise<ExecutionCounts> {
  const { since, ...matches } = await lookUpWords(db, await matchesOf(db, query))
  const states = ExecutionState.options.map(
    (state) => Prisma.sql`(
      select count(*)::int from (${latestOf({ ...matches, each: [...matches.each, isIn[state]] }, { count: mostCounted + 1 })}) as one
    ) as ${Prisma.raw(state)}`,
  )
  const [counts] = await db.$queryRaw<unknown[]>`select ${Prisma.join(states)}`
  return ExecutionCounts.parse({ counted: since === undefined ? 'all' : 'newest', states: counts })
}

/** `since`: the words were looked for only in the executions since then, and the other alternatives find no earlier ones. */
type LookedUp = Matches & { readonly since?: Date }

/**
 * Looks up the words once for several statements: they become the ids of their executions. Rare words are looked up in
 * all executions, frequent ones only in the latest.
 */
export async function lookUpWords(db: DatabaseClient, { each, some, words }: Matches): Promise<LookedUp> {
  if (words.length === 0) return { each, some, words }
  const has = Prisma.join([...words], ' or ')
  const [near] = await db.$queryRaw<{ searched: number; since: Date | null; ids: string[] | null }[]>`
    select count(*)::int as searched, min(started_at) as since, array_agg(id) filter (where has_words) as ids
    from (${searched(each, has)}) as newest`
  const { searched: count, since, ids } = { since: null, searched: 0, ...near, ids: near?.ids ?? [] }
  const found = (all: readonly string[]) => [...some, Prisma.sql`e.id = any(${[...all]})`]
  if (since === null || count < mostSearched) return { each, some: found(ids), words: [] }
  const rare = ids.length < frequent ? await Promise.all(words.map((one) => findFew(db, each, one))) : []
  if (rare.length > 0 && rare.every(({ length }) => length <= mostRare)) {
    return { each, some: found(rare.flat()), words: [] }
  }
  return { each: [...each, Prisma.sql`e.started_at >= ${since}`], some: found(ids), words: [], since }
}

async function findFew(db: DatabaseClient, each: readonly Prisma.Sql[], words: Prisma.Sql): Promise<string[]> {
  const few = await db.$queryRaw<{ id: string }[]>`${selectIf([...each, words])} limit ${mostRare + 1}`
  return few.map(({ id }) => id)
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
