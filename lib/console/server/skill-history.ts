import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { projectItself } from '#lib/skills/server/registry/approvals.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'
import { actorNames } from './actor-names.ts'

const mostVersions = 10
const mostDecisions = 10

export async function versionsOf(
  db: DatabaseClient,
  name: string,
  current: string,
): Promise<ConsoleSkillPage['versions']> {
  const rows = await db.skillRelease.findMany({
    where: { name },
    orderBy: { createdAt: 'desc' },
    take: mostVersions,
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
]

/** The latest decisions about a skill, from the audit trail. */
export async function decisionsOf(db: DatabaseClient, name: string): Promise<ConsoleSkillPage['decisions']> {
  const rows = await db.auditEvent.findMany({
    where: { subject: name, action: { in: shownActions } },
    orderBy: { at: 'desc' },
    take: mostDecisions,
    select: { action: true, at: true, actorUserId: true, detail: true },
  })
  const names = await actorNames(
    db,
    rows.map(({ actorUserId }) => actorUserId),
  )
  return rows.map(({ action, at, actorUserId, detail }) => ({
    action,
    at: at.toISOString(),
    about: textOf(detail, 'permission') ?? textOf(detail, 'version') ?? '',
    by: actorUserId === null ? ownerOf(detail) : (names.get(actorUserId) ?? 'A deleted account'),
  }))
}

/** Who decided without an account: the project with its own skills, or the operator with a command. */
const ownerOf = (detail: unknown): string =>
  textOf(detail, 'by') === projectItself ? 'The project' : 'The command line'

function textOf(detail: unknown, name: string): string | undefined {
  const value: unknown = Object(detail)[name]
  return typeof value === 'string' ? value : undefined
}
