import { isDeepStrictEqual } from 'node:util'
import { ManifestFields } from '../../contract/manifest.ts'
import { partAt } from '../../core/parts-of.ts'
import { quoted } from '../../core/quoted.ts'
import { type ManifestProblem, maxProblems, pathText } from '../manifest-problem.ts'
import type { Candidate, Path } from './dialect.ts'
import type { Stated } from './draft.ts'

/** A warning for each field whose value in a SKILL.md differs from the `skill.yaml` in the same folder. */
export function differencesFrom(
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
