import type { SkillCheck } from '#gates/judge.ts'
import { CheckUnfinished } from '#lib/skills/server/gates/check-apart.ts'
import { leftOutOf } from '#lib/skills/server/registry/project-skills.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import type { SourceStatuses } from '#lib/travel/server/search/sources.ts'
import type { CurrentSkill } from '#runner/core/ports.ts'
import { ownRelease } from '#runner/core/skill.ts'
import type { ConsoleSkill, ConsoleSkills } from '../model/console-skill.ts'
import { isAgainst } from '../model/second-opinion.ts'

type ListPorts = {
  readonly skills: Registry
  readonly releases: Pick<ReleaseStore, 'checkOf'>
  readonly sources: SourceStatuses
}

/** Every installed skill with the gates' verdict, the providers of the skills, and the folders that fail to load. */
export async function listSkills({ skills, releases, sources }: ListPorts): Promise<ConsoleSkills> {
  const all = await skills.all()
  const summaries = await Promise.all(
    all.map(async (current) => summaryOf(current, await releases.checkOf(ownRelease(current.skill)))),
  )
  const loaded = new Set(all.map(({ skill }) => skill.folder))
  const [problems, statuses] = await Promise.all([skills.problems(), sources()])
  return {
    skills: summaries.sort((a, b) => (a.name < b.name ? -1 : 1)),
    providers: statuses.map(({ missing, ...status }) => ({ ...status, missing: [...missing] })),
    // Omits skills that loaded but that the gates refuse: `skills` contains them, with their verdict.
    left_out: leftOutOf(problems.filter(({ file }) => !loaded.has(file))),
  }
}

export function summaryOf({ skill, isEnabled }: CurrentSkill, check: SkillCheck | CheckUnfinished): ConsoleSkill {
  const { manifest, digest, tier } = skill
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    digest,
    tier,
    capability: manifest.capability ?? null,
    is_enabled: isEnabled,
    ...(check instanceof CheckUnfinished
      ? { verdict: 'unfinished', findings_count: 0 }
      : { verdict: check.verdict, findings_count: check.findings.filter(isAgainst).length }),
  }
}
