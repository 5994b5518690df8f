import { readActor } from '#lib/platform/model/actor.ts'
import { rowId } from '#lib/platform/server/audit/audit-record.ts'
import type { OpenAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import { readLatestHead } from '#lib/platform/server/audit/read-tree.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, type Position, readAfter } from '#lib/platform/server/db/pages.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { AuditPage, AuditQuery, AuditTopic } from '../../model/console-audit.ts'
import { withinDays } from '../within-days.ts'

type ListPorts = { readonly db: DatabaseClient; readonly audit: Pick<OpenAuditTrail, 'problems'> }

type Row = {
  readonly lane: string
  readonly seq: bigint
  readonly at: Date
  readonly actor: string | null
  readonly source: string
  readonly action: string
  readonly subject: string
  readonly detail: string
  readonly place: bigint | null
}

/** Rows per page. */
const pageSize = 50
/** In characters. */
const longestDetail = 2000

/** The same actions as in the partial index `audit_events_decisions_idx`. */
const ofExecutions = Prisma.raw("('skill.started', 'skill.ended', 'skill.answered', 'skill.rejected')")

/** A page of the audit trail, the latest rows first. The rows are not verified: only `audit verify` does that. */
export async function listAudit({ db, audit }: ListPorts, query: AuditQuery): Promise<Outcome<AuditPage>> {
  const after = readAfter(query.after, /^\w{1,64}-\d{1,16}$/)
  if (!after.ok) return after
  const where = [
    // The app writes no row outside these bounds, and JavaScript could not show the time of such a row.
    Prisma.sql`e.at >= '1970-01-01' and e.at < '10000-01-01'`,
    ...conditionsOf(query),
    ...(after.value ? [beyond(after.value)] : []),
  ]
  const [rows, head] = await Promise.all([
    db.$queryRaw<Row[]>`
      select e.lane, e.seq, e.at, e.actor, e.source, e.action, e.subject,
        left(e.detail::text, ${longestDetail}) as detail, l.place
      from (
        select * from audit_events e where ${Prisma.join(where, ' and ')}
        order by e.at desc, e.lane desc, e.seq desc limit ${pageSize + 1}
      ) as e left join audit_leaves l on l.lane = e.lane and l.seq = e.seq
      order by e.at desc, e.lane desc, e.seq desc`,
    readLatestHead(db),
  ])
  const { shown, next } = cutPage(rows, pageSize, (row) => cursorOf(row.at, rowId(row)))
  const named = await nameActors(db, shown.map(readActor))
  return {
    ok: true,
    value: {
      rows: shown.map(({ lane, seq, at, action, subject, detail, place, ...by }) => ({
        id: rowId({ lane, seq }),
        at: at.toISOString(),
        action,
        subject,
        by: named(readActor(by)),
        detail,
        place: place === null ? null : Number(place),
      })),
      next,
      head: head ? { size: Number(head.head.size), at: head.head.at.toISOString() } : null,
      problems: [...audit.problems()],
    },
  }
}

function conditionsOf({ about, subject, ...days }: AuditQuery): Prisma.Sql[] {
  return [
    ...(about === undefined ? [] : [conditionOf(about)]),
    ...(subject === undefined ? [] : [Prisma.sql`e.subject = ${subject}`]),
    ...withinDays(Prisma.sql`e.at`, days),
  ]
}

function conditionOf(about: AuditTopic): Prisma.Sql {
  if (about === 'executions') return Prisma.sql`e.action in ${ofExecutions}`
  const decisions = Prisma.sql`e.action not in ${ofExecutions}`
  if (about === 'decisions') return decisions
  // `operator` also finds operator tokens.
  return Prisma.sql`${decisions} and starts_with(e.action, ${about})`
}

function beyond({ at, id }: Position): Prisma.Sql {
  const [lane, seq] = id.split('-')
  return Prisma.sql`(e.at, e.lane, e.seq) < (${at}, ${lane}, ${seq}::bigint)`
}
