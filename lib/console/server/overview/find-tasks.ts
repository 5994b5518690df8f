import type { OpenAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { DiskRoom } from '#lib/platform/server/health/disk-room.ts'
import { CheckUnfinished } from '#lib/skills/server/gates/check-apart.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import { ownRelease } from '#runner/core/skill.ts'
import type { ConsoleOverview, Task } from '../../model/console-overview.ts'
import { findTroubles } from './find-troubles.ts'

type Delivery = Extract<Task, { kind: 'delivery' }>

/** A failed price alert is too late to matter after this time. */
const recentMs = 7 * 24 * 60 * 60_000

/** Urgent messages that did not reach the operator, neither here nor through a channel. The latest first. */
async function urgentMessages(db: DatabaseClient): Promise<Task[]> {
  const rows = await db.operatorMessage.findMany({
    where: { urgent: true, readAt: null, state: { not: 'delivered' }, executionId: { not: null } },
    orderBy: [{ notedAt: 'desc' }, { id: 'desc' }],
    take: 100,
    select: { id: true, skill: true, notedAt: true },
  })
  return rows.map(({ id, skill, notedAt }) => ({ kind: 'message', id, skill, noted_at: notedAt.toISOString() }))
}

/** Failed deliveries, one task for all that failed in the same way for the same reason. The most frequent first. */
async function failedDeliveries(db: DatabaseClient, now: Date): Promise<Delivery[]> {
  const since = new Date(now.getTime() - recentMs)
  const failed = { state: 'failed' as const, triedAt: { gt: since } }
  const [messages, mails, pushes] = await Promise.all([
    db.operatorMessage.groupBy({
      by: ['channel', 'lastError'],
      // An alert about a failed alert would never end.
      where: { state: 'delivery_failed', readAt: null, executionId: { not: null } },
      _count: true,
    }),
    db.alertMail.groupBy({ by: ['lastError'], where: failed, _count: true }),
    db.alertPush.groupBy({ by: ['lastError'], where: failed, _count: true }),
  ])
  const taskOf = (channel: string | null, error: string | null, count: number): Delivery => ({
    kind: 'delivery',
    channel: channel ?? 'unknown',
    error: error ?? 'The reason is unknown',
    count,
  })
  return [
    ...messages.map(({ channel, lastError, _count }) => taskOf(channel, lastError, _count)),
    ...mails.map(({ lastError, _count }) => taskOf('price alerts by e-mail', lastError, _count)),
    ...pushes.map(({ lastError, _count }) => taskOf('price alerts in browsers', lastError, _count)),
  ].sort((a, b) => b.count - a.count)
}

const maxOfAKind = 5
const soonMs = 14 * 24 * 60 * 60_000

type RefusedProfile = {
  readonly id: string
  readonly description: string
  /** The number of its keys without a usable credential. */
  readonly missing: number
  /** The number of such profiles. */
  readonly total: number
}

export type TaskPorts = {
  readonly db: DatabaseClient
  readonly skills: Pick<Registry, 'problems' | 'all'>
  readonly releases: Pick<ReleaseStore, 'checkOf'>
  readonly diskRoom: Pick<DiskRoom, 'problem'>
  readonly audit: Pick<OpenAuditTrail, 'problems'>
}

/**
 * What waits for an operator: what is wrong with the app, urgent messages, failed deliveries, approved skills that do
 * not run, as one task, skills in review, locked profiles whose requests are refused because a key has no usable
 * credential, the newest profiles to set up, the proposals and credentials that expire first, then the credentials that
 * expired last. Lists at most `most` of a kind, and counts all. The console and the alerts both read it.
 */
export async function findTasks(
  { db, skills, releases, diskRoom, audit }: TaskPorts,
  now: Date,
  most = maxOfAKind,
): Promise<Pick<ConsoleOverview, 'tasks' | 'tasks_total'>> {
  const open = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const unlocked = { ...open, lockedAt: null }
  const waiting = { state: 'pending' as const, expiresAt: { gt: now }, profile: open }
  const soon = new Date(now.getTime() + soonMs)
  const [refused, profiles, proposals, expiring, expired, profile, proposal, credential, problems, more] =
    await Promise.all([
      db.$queryRaw<RefusedProfile[]>`
      with recursive approved as (
        -- Each credential once, by steps through the index: many keys share few of them.
        (select credential_id from profile_keys where credential_id is not null order by credential_id limit 1)
        union all
        select (select k.credential_id from profile_keys k where k.credential_id > a.credential_id
          order by k.credential_id limit 1)
        from approved a where a.credential_id is not null
      ), lacking as (
        select k.profile_id from profile_keys k where k.credential_id is null
        union all
        select k.profile_id from approved a join profile_keys k on k.credential_id = a.credential_id
        where not exists (
          select from credentials c where c.id = a.credential_id and c.sealed is not null
            and (c.expires_at is null or c.expires_at > ${now}))
      )
      select p.id, p.description, count(*)::int as missing, count(*) over ()::int as total
      from profiles p join lacking on lacking.profile_id = p.id
      where p.locked_at is not null and p.revoked_at is null and (p.expires_at is null or p.expires_at > ${now})
      group by p.id order by p.created_at desc limit ${most}::int`,
      db.profile.findMany({
        where: unlocked,
        orderBy: { createdAt: 'desc' },
        take: most,
        select: { id: true, description: true, keys: { select: { name: true } } },
      }),
      db.proposal.findMany({
        where: waiting,
        orderBy: { expiresAt: 'asc' },
        take: most,
        select: { key: true, host: true, expiresAt: true, profile: { select: { id: true, description: true } } },
      }),
      db.credential.findMany({
        where: { expiresAt: { gt: now, lt: soon } },
        orderBy: { expiresAt: 'asc' },
        take: most,
        select: { name: true, expiresAt: true },
      }),
      db.credential.findMany({
        where: { expiresAt: { lte: now } },
        orderBy: { expiresAt: 'desc' },
        take: most,
        select: { name: true, expiresAt: true },
      }),
      db.profile.count({ where: unlocked }),
      db.proposal.count({ where: waiting }),
      db.credential.count({ where: { expiresAt: { lt: soon } } }),
      skills.problems(),
      Promise.all([
        findTroubles({ db, diskRoom, audit }, now),
        urgentMessages(db),
        failedDeliveries(db, now),
        skillsInReview({ skills, releases }),
      ]),
    ])
  const names = new Set(profiles.flatMap(({ keys }) => keys.map(({ name }) => name)))
  const filled = await db.credential.findMany({
    where: { name: { in: [...names] }, sealed: { not: null }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    select: { name: true },
  })
  const withValue = new Set(filled.map(({ name }) => name))
  const leftOut: Task[] = problems.length === 0 ? [] : [{ kind: 'skills', problems: problems.length }]
  const [troubles, messages, deliveries, reviews] = more
  const tasks = [
    ...troubles,
    ...messages.slice(0, most),
    ...deliveries.slice(0, most),
    ...leftOut,
    ...reviews.slice(0, most),
    ...refused.map(
      ({ id, description, missing }): Task => ({ kind: 'profile', profile_id: id, name: description, missing }),
    ),
    ...profiles.slice(0, most - refused.length).map(({ id, description, keys }): Task => {
      const missing = keys.filter(({ name }) => !withValue.has(name)).length
      return { kind: 'profile', profile_id: id, name: description, missing }
    }),
    ...proposals.map(({ key, host, expiresAt, profile }): Task => {
      const asks = { asks_for: key === null ? 'host' : 'key', asked: key ?? host ?? '' } as const
      const about = { profile_id: profile.id, name: profile.description }
      return { kind: 'proposal', ...about, ...asks, lapses_at: expiresAt.toISOString() }
    }),
    ...[...expiring, ...expired]
      .slice(0, most)
      .flatMap(({ name, expiresAt }): Task[] =>
        expiresAt === null ? [] : [{ kind: 'credential', name, expires_at: expiresAt.toISOString() }],
      ),
  ]
  return {
    tasks,
    tasks_total: {
      trouble: troubles.length,
      message: messages.length,
      delivery: deliveries.length,
      review: reviews.length,
      skills: leftOut.length,
      profile: profile + (refused[0]?.total ?? 0),
      proposal,
      credential,
    },
  }
}

type Ports = { readonly skills: Pick<Registry, 'all'>; readonly releases: Pick<ReleaseStore, 'checkOf'> }

/** Skills that run only after a person has looked at the findings of the gates. */
export async function skillsInReview({ skills, releases }: Ports): Promise<Task[]> {
  const all = await skills.all()
  const waiting = await Promise.all(
    all.map(async ({ skill }): Promise<Task[]> => {
      const check = await releases.checkOf(ownRelease(skill))
      const { name, version } = skill.manifest
      return check instanceof CheckUnfinished || check.verdict !== 'review' ? [] : [{ kind: 'review', name, version }]
    }),
  )
  return waiting.flat()
}
