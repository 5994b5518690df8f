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
import { decisionsOf, versionsOf } from './skill-history.ts'

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
