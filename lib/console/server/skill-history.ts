import { readActor } from '#lib/platform/model/actor.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'

const maxVersions = 10
const maxDecisions = 10

export async function versionsOf(
  db: DatabaseClient,
  name: string,
  current: string,
): Promise<ConsoleSkillPage['versions']> {
  const rows = await db.skillRelease.findMany({
    where: { name },
    orderBy: { createdAt: 'desc' },
    take: maxVersions,
    select: { version: true, digest: true, createdAt: true },
  })
  return rows.map(({ version, digest, createdAt }) => {
    return { version, digest, since: createdAt.toISOString(), is_current: digest === current }
  })
}

const shownActions = [
  'release.approved',
  'permission.approved',
  'permission.revoked',
  'skill.enabled',
  'skill.disabled',
  'skill.updated',
  'skill.installed',
  'skill.rolled_back',
  'skill.removed',
]

/** The latest decisions about a skill, from the audit trail. */
export async function decisionsOf(db: DatabaseClient, name: string): Promise<ConsoleSkillPage['decisions']> {
  const rows = await db.auditEvent.findMany({
    where: { subject: name, action: { in: shownActions } },
    orderBy: { at: 'desc' },
    take: maxDecisions,
    select: { action: true, at: true, actor: true, source: true, detail: true },
  })
  const named = await nameActors(db, rows.map(readActor))
  // A removal is recorded once for each release that it ends.
  const isRepeated = ({ action, at }: (typeof rows)[number], before?: (typeof rows)[number]) =>
    action === 'skill.removed' && before?.action === action && before.at.getTime() === at.getTime()
  const shown = rows.filter((row, at) => !isRepeated(row, rows[at - 1]))
  return shown.map(({ action, at, detail, ...by }) => ({
    action,
    at: at.toISOString(),
    about: textOf(detail, 'permission') ?? textOf(detail, 'version') ?? '',
    by: named(readActor(by)),
  }))
}

function textOf(detail: unknown, name: string): string | undefined {
  const value: unknown = Object(detail)[name]
  return typeof value === 'string' ? value : undefined
}
