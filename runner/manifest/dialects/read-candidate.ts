import type { Dialect } from './dialect.ts'
import { differencesFrom } from './differences.ts'
import { readSkillMd } from './skill-md.ts'
import { misnamedYaml, skillYaml } from './skill-yaml.ts'

/**
 * Reads the files in their dialect. If there are a `skill.yaml` and a SKILL.md with frontmatter, `skill.yaml` takes
 * precedence, and each difference is a warning. A misnamed `skill.yaml` is reported, because without it a tool would be a
 * prompt. `undefined`: no known dialect.
 */
export const readCandidate: Dialect['read'] = (files, about) => {
  const own = skillYaml.read(files, about)
  const beside = readSkillMd(files, about)
  if (own === undefined) {
    const misnamed = misnamedYaml(files, about)
    if (misnamed === undefined) return beside?.reading
    if (beside === undefined) return { ok: false, problems: [misnamed] }
    const { reading } = beside
    return reading.ok ? { ...reading, warnings: [misnamed, ...reading.warnings] } : reading
  }
  if (beside === undefined || !own.ok) return own
  const { candidate } = own
  if (!beside.reading.ok) return { ok: true, candidate, warnings: beside.reading.problems }
  const warnings = differencesFrom(candidate, beside.stated, beside.reading.candidate)
  return { ok: true, candidate: { ...candidate, statements: beside.facts }, warnings }
}
