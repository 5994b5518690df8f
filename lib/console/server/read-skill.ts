import type { SkillCheck } from '#gates/check-skill.ts'
import { type Finding, severities } from '#gates/finding.ts'
import type { Suppression } from '#gates/suppressions.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { CheckUnfinished } from '#lib/skills/server/gates/check-apart.ts'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import type { Source } from '#runner/contract/principal.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'
import { consolePolicy } from './console-policy.ts'
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
    releases.checkOf(skill),
    versionsOf(db, name, skill.digest),
    decisionsOf(db, name),
  ])
  const { manifest } = skill
  return {
    ...summaryOf(current, check),
    kind: manifest.kind,
    risk_level: manifest.risk_level,
    effects: [...manifest.effects],
    source,
    ...consolePolicy(explainSkill(skill, { source, config, isEnabled })),
    refusal: refusal ?? null,
    ...gatesView(check),
    versions,
    decisions,
  }
}

type GatesView = Pick<ConsoleSkillPage, 'gates' | 'chains' | 'findings'>

/** The verdicts and findings of the gates: open findings, the worst first, then those that the operator accepts. */
function gatesView(check: SkillCheck | CheckUnfinished): GatesView {
  if (check instanceof CheckUnfinished) return { gates: [], chains: [], findings: [] }
  const worstFirst = [...check.findings].sort((a, b) => weightOf(b) - weightOf(a))
  return {
    gates: Object.entries(check.gates).map(([gate, { verdict, points }]) => ({ gate, verdict, points })),
    chains: check.chains.map(({ what, points, links }) => ({ what, points, links: [...links] })),
    findings: [
      ...worstFirst.map((finding) => viewOf(finding, undefined)),
      ...check.suppressed.map(({ finding, suppression }) => viewOf(finding, suppression)),
    ],
  }
}

const weightOf = ({ blocks, severity }: Finding) => (blocks ? severities.length : severities.indexOf(severity))

function viewOf(finding: Finding, accepted: Suppression | undefined): ConsoleSkillPage['findings'][number] {
  const { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks } = finding
  const acceptance = accepted && { reason: accepted.reason, expires: accepted.expires }
  return { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks, accepted: acceptance ?? null }
}
