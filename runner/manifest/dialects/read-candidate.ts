import type { Dialect } from './dialect.ts'
import { differencesFrom } from './differences.ts'
import { readSkillMd } from './skill-md.ts'
import { skillYaml } from './skill-yaml.ts'

/**
 * Reads the files in their dialect. If there are a `skill.yaml` and a SKILL.md with frontmatter, `skill.yaml` takes
 * precedence, and each difference is a warning. `undefined`: no known dialect.
 */
export const readCandidate: Dialect['read'] = (files, about) => {
  const own = skillYaml.read(files, about)
  const beside = readSkillMd(files, about)
  if (own === undefined) return beside?.reading
  if (beside === undefined || !own.ok) return own
  const { candidate } = own
  if (!beside.reading.ok) return { ok: true, candidate, warnings: beside.reading.problems }
  const warnings = differencesFrom(candidate, beside.stated, beside.reading.candidate)
  return { ok: true, candidate: { ...candidate, statements: beside.facts }, warnings }
}
