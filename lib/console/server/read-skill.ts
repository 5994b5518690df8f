import { readActor } from '#lib/platform/model/actor.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import type { Source } from '#runner/contract/principal.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { ownRelease } from '#runner/core/skill.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'
import { consolePolicy } from './console-policy.ts'
import { gatesView } from './gate-findings.ts'
import { ancestorRows, othersAskingFor, stepRows } from './inheritance-view.ts'
import { summaryOf } from './list-skills.ts'

type ReadPorts = {
  readonly db: DatabaseClient
  readonly skills: Registry
  readonly releases: Pick<ReleaseStore, 'checkOf'>
  readonly config: TravelConfig
}

/** A skill, what it may do for requests from `source`, and why. `undefined`: the skill is not installed. */
export async function readSkill(
  { db, skills, releases, config }: ReadPorts,
  name: string,
  source: Source,
): Promise<ConsoleSkillPage | undefined> {
  const current = await skills.current(name)
  if (current === undefined) return undefined
  const { skill, isEnabled, refusal } = current
  const [check, versions, decisions] = await Promise.all([
    releases.checkOf(ownRelease(skill)),
    versionsOf(db, name, ownRelease(skill).digest),
    decisionsOf(db, name),
  ])
  const { manifest } = skill
  const policy = consolePolicy(explainSkill(skill, { source, config, isEnabled }))
  return {
    ...summaryOf(current, check),
    kind: manifest.kind,
    risk_level: manifest.risk_level,
    effects: [...manifest.effects],
    source,
    ...policy,
    permissions: policy.permissions.map((row) => ({ ...row, from: othersAskingFor(skill, row) })),
    inherits: ancestorRows(skill),
    steps: stepRows(skill),
    refusal: refusal ?? null,
    ...gatesView(check),
    versions,
    decisions,
  }
}

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
