import { rowId } from '#lib/audit/audit-record.ts'
import type { OpenAuditTrail } from '#lib/audit/open-audit-trail.ts'
import { readLatestHead } from '#lib/audit/read-tree.ts'
import type { DatabaseClient } from '#lib/db/client.ts'
import { Prisma } from '#lib/db/generated/client.ts'
import { type Outcome, refuseField } from '#lib/http/outcome.ts'
import type { AuditPage, AuditQuery, AuditTopic } from '#lib/shared/console-audit.ts'
import { actorNames } from '../actor-names.ts'

type ListPorts = { readonly db: DatabaseClient; readonly audit: Pick<OpenAuditTrail, 'problems'> }

type Row = {
  readonly lane: string
  readonly seq: bigint
  readonly at: Date
  readonly actor_user_id: string | null
  readonly actor_source: string
  readonly action: string
  readonly subject: string
  readonly detail: string
  readonly place: bigint | null
}

/** Rows per page. */
const pageSize = 50
const dayMs = 24 * 60 * 60 * 1000
/** In characters. */
const longestDetail = 2000

/** The same actions as in the partial index `audit_events_decisions_idx`. */
const ofExecutions = Prisma.raw("('skill.started', 'skill.ended', 'skill.answered', 'skill.rejected')")

/** A page of the audit trail, the latest rows first. The rows are not verified: only `audit verify` does that. */
export async function listAudit({ db, audit }: ListPorts, query: AuditQuery): Promise<Outcome<AuditPage>> {
  const after = query.after === undefined ? undefined : readCursor(query.after)
  if (after === null) return refuseField('after', 'is not the next value of a page')
  const where = [
    // The app writes no row outside these bounds, and JavaScript could not show the time of such a row.
    Prisma.sql`e.at >= '1970-01-01' and e.at < '10000-01-01'`,
    ...conditionsOf(query),
    ...(after ? [Prisma.sql`(e.at, e.lane, e.seq) < (${after.at}, ${after.lane}, ${after.seq})`] : []),
  ]
  const [rows, head] = await Promise.all([
    db.$queryRaw<Row[]>`
      select e.lane, e.seq, e.at, e.actor_user_id, e.actor_source, e.action, e.subject,
        left(e.detail::text, ${longestDetail}) as detail, l.place
      from (
        select * from audit_events e where ${Prisma.join(where, ' and ')}
        order by e.at desc, e.lane desc, e.seq desc limit ${pageSize + 1}
      ) as e left join audit_leaves l on l.lane = e.lane and l.seq = e.seq
      order by e.at desc, e.lane desc, e.seq desc`,
    readLatestHead(db),
  ])
  const shown = rows.slice(0, pageSize)
  const names = await actorNames(
    db,
    shown.map(({ actor_user_id }) => actor_user_id),
  )
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    ok: true,
    value: {
      rows: shown.map(({ lane, seq, at, actor_user_id, actor_source, action, subject, detail, place }) => ({
        id: rowId({ lane, seq }),
        at: at.toISOString(),
        action,
        subject,
        by: actor_user_id === null ? null : (names.get(actor_user_id) ?? actor_user_id),
        source: actor_source,
        detail,
        place: place === null ? null : Number(place),
      })),
      next: last ? `${last.at.getTime()}.${rowId(last)}` : null,
      head: head ? { size: Number(head.head.size), at: head.head.at.toISOString() } : null,
      problems: [...audit.problems()],
    },
  }
}

function conditionsOf({ about, subject, from, to }: AuditQuery): Prisma.Sql[] {
  return [
    ...(about === undefined ? [] : [conditionOf(about)]),
    ...(subject === undefined ? [] : [Prisma.sql`e.subject = ${subject}`]),
    ...(from === undefined ? [] : [Prisma.sql`e.at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [Prisma.sql`e.at < ${new Date(Date.parse(to) + dayMs)}`]),
  ]
}

function conditionOf(about: AuditTopic): Prisma.Sql {
  if (about === 'executions') return Prisma.sql`e.action in ${ofExecutions}`
  const decisions = Prisma.sql`e.action not in ${ofExecutions}`
  if (about === 'decisions') return decisions
  // `operator` also finds operator tokens.
  return Prisma.sql`${decisions} and starts_with(e.action, ${about})`
}

/** Null: the text is not a cursor. */
function readCursor(text: string): { at: Date; lane: string; seq: bigint } | null {
  const [, ms, lane, seq] = /^(\d{1,13})\.(\w{1,64})-(\d{1,16})$/.exec(text) ?? []
  return ms === undefined || lane === undefined || seq === undefined
    ? null
    : { at: new Date(Number(ms)), lane, seq: BigInt(seq) }
}
