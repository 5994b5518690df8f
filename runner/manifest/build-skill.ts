import { ManifestFields, type Provenance, type SkillManifest } from '../contract/manifest.ts'
import type { Candidate } from './dialects/dialect.ts'
import { explainIssue, type Finding, type ManifestFacts } from './explain-issue.ts'
import { readInstructions } from './instructions.ts'
import { type ManifestProblem, pathText } from './manifest-problem.ts'
import { checkRules } from './manifest-rules.ts'
import { createManifestShape } from './manifest-shape.ts'
import type { SkillFiles } from './read-folder.ts'

const maxProblems = 50

export type ManifestResult =
  | { readonly ok: true; readonly manifest: SkillManifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Judges what a dialect read: the one place in which a manifest is made. `name` is what the skill must be called. Answers
 * every problem at once, each with its place and a remedy; never throws, whatever was read.
 */
export function buildSkill(
  candidate: Candidate,
  { files, pathOf, name }: { files: SkillFiles['files']; pathOf: (file: string) => string; name: string },
  provenance: Provenance,
): ManifestResult {
  const { fields, findings } = checkFields(candidate, name)
  const instructions = readInstructions(files)
  const problems = findings.map(({ path, at, message, remedy }) => {
    return { ...candidate.positionOf(path, at), path: pathText(path), message, remedy }
  })
  if (instructions === undefined) {
    const problem = { message: 'is not UTF-8 text', remedy: 'save it as UTF-8' }
    problems.push({ file: pathOf('SKILL.md'), line: 1, column: 1, path: '', ...problem })
  }
  if (fields === undefined || instructions === undefined || problems.length > 0) {
    return { ok: false, problems: limitProblems(problems.sort((a, b) => a.line - b.line || a.column - b.column)) }
  }
  return { ok: true, manifest: { ...fields, instructions, provenance } }
}

/** So many that a person still reads them. */
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

function checkFields(
  { fields: value, sourceOf }: Candidate,
  name: string,
): { fields: ManifestFields | undefined; findings: Finding[] } {
  const whole = ManifestFields.safeParse(value)
  if (whole.success) return { fields: whole.data, findings: checkRules(whole.data, name) }
  const facts: ManifestFacts = {
    shape: createManifestShape(),
    folderName: name,
    valueAt: (path) =>
      path.reduce<unknown>((node, part) => (isNode(node) ? Reflect.get(node, part) : undefined), value),
    sourceAt: sourceOf,
  }
  const findings = whole.error.issues.flatMap((issue) => explainIssue(issue, facts))
  // The rules still look at the fields that are right on their own.
  const wrong = new Set(findings.map(({ path }) => path[0]))
  const rest = ManifestFields.partial().safeParse(
    Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key))),
  )
  if (!rest.success) return { fields: undefined, findings }
  const known = Object.fromEntries(Object.entries(rest.data).filter(([key]) => !wrong.has(key)))
  return { fields: undefined, findings: [...findings, ...checkRules(known, name)] }
}

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
