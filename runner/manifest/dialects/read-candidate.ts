import { isDeepStrictEqual } from 'node:util'
import { ManifestFields } from '../../contract/manifest.ts'
import { partAt } from '../../core/parts-of.ts'
import { quoted } from '../../core/quoted.ts'
import { type ManifestProblem, maxProblems, pathText } from '../manifest-problem.ts'
import type { Candidate, Dialect, Path } from './dialect.ts'
import type { Stated } from './draft.ts'
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

/** A warning for each field whose value in a SKILL.md differs from the `skill.yaml` in the same folder. */
function differencesFrom(
  used: Candidate,
  stated: readonly Stated[],
  { positionOf }: Pick<Candidate, 'positionOf'>,
): ManifestProblem[] {
  const whole = ManifestFields.safeParse(used.fields)
  const fields: unknown = whole.success ? whole.data : used.fields
  const warnings = stated.flatMap(({ path, value, from }): ManifestProblem[] => {
    if (isIn(fields, path, value)) return []
    const there = isListItem(path) ? undefined : partAt(fields, path)
    const message =
      there === undefined
        ? `${shown(value)} is not in skill.yaml, which takes precedence`
        : `is ${shown(value)}, but skill.yaml, which takes precedence, says ${shown(there)}`
    const remedy = 'write the same in both, or remove it here'
    return [{ ...positionOf(path, 'value'), path: pathText(from), message, remedy }]
  })
  return warnings.slice(0, maxProblems)
}

function isListItem(path: Path): boolean {
  return typeof path.at(-1) === 'number'
}

function isIn(fields: unknown, path: Path, value: unknown): boolean {
  if (!isListItem(path)) return isDeepStrictEqual(partAt(fields, path), value)
  const list = partAt(fields, path.slice(0, -1))
  return Array.isArray(list) && list.some((item) => isDeepStrictEqual(item, value))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  return typeof value === 'object' && value !== null ? 'another value' : String(value)
}
