import * as z from 'zod'
import { ManifestFields, type Provenance, type SkillManifest } from '../contract/manifest.ts'
import { stepsRuntime } from '../contract/runtimes.ts'
import { partAt } from '../core/parts-of.ts'
import type { Candidate } from './dialects/dialect.ts'
import { explainIssue, type Finding, type ManifestFacts } from './explain-issue.ts'
import { type ManifestProblem, maxProblems, pathText } from './manifest-problem.ts'
import { checkRules } from './manifest-rules.ts'

export type ManifestResult =
  | { readonly ok: true; readonly manifest: SkillManifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Checks a candidate that a dialect has read. Only this function creates manifests. Returns every problem at once, each
 * with its position and a remedy. Never throws, whatever the input.
 */
export function buildSkill(candidate: Candidate, provenance: Provenance): ManifestResult {
  const { fields, findings } = checkFields(candidate)
  const problems = findings.map(({ path, at, message, remedy }) => {
    return { ...candidate.positionOf(path, at), path: pathText(candidate.writtenAs(path)), message, remedy }
  })
  if (fields === undefined || problems.length > 0) {
    return { ok: false, problems: limitProblems(problems.sort((a, b) => a.line - b.line || a.column - b.column)) }
  }
  const runtimes = fields.steps ? [stepsRuntime.name] : fields.runtimes
  return { ok: true, manifest: { ...fields, runtimes, statements: [...candidate.statements], provenance } }
}

/** The first problems. If there are more, the last one gives the number of the others. */
export function limitProblems(problems: readonly ManifestProblem[]): readonly ManifestProblem[] {
  const last = problems[maxProblems - 1]
  if (last === undefined || problems.length === maxProblems) return problems
  const more = {
    ...last,
    path: '',
    message: `${problems.length - maxProblems + 1} more problems follow`,
    remedy: 'correct these first',
  }
  return [...problems.slice(0, maxProblems - 1), more]
}

function checkFields({ fields: value, sourceOf, requiredName: name }: Candidate): {
  fields: ManifestFields | undefined
  findings: Finding[]
} {
  const whole = ManifestFields.safeParse(value)
  if (whole.success) return { fields: whole.data, findings: checkRules(whole.data, name) }
  const facts: ManifestFacts = {
    schema: z.toJSONSchema(ManifestFields, { io: 'input' }),
    folderName: name,
    valueAt: (path) => partAt(value, path),
    sourceAt: sourceOf,
  }
  const findings = whole.error.issues.flatMap((issue) => explainIssue(issue, facts))
  // The rules between fields still check the fields that are valid on their own.
  const wrong = new Set(findings.map(({ path }) => path[0]))
  const rest = ManifestFields.partial().safeParse(
    Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key))),
  )
  if (!rest.success) return { fields: undefined, findings }
  const known = Object.fromEntries(Object.entries(rest.data).filter(([key]) => !wrong.has(key)))
  // A field that failed on its own is not reported as missing.
  const rules = checkRules(known, name).filter(({ path }) => !wrong.has(path[0]))
  return { fields: undefined, findings: [...findings, ...rules] }
}
