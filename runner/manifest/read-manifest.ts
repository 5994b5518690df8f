import { SkillManifest } from '../contract/manifest.ts'
import { explainIssue, type Finding, type ManifestFacts } from './explain-issue.ts'
import { type ManifestProblem, pathText } from './manifest-problem.ts'
import { checkRules } from './manifest-rules.ts'
import { createManifestShape } from './manifest-shape.ts'
import { parseYaml, type YamlText } from './parse-yaml.ts'

const maxProblems = 50

export type ManifestResult =
  | { readonly ok: true; readonly manifest: SkillManifest }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Reads the text of a `skill.yaml`. `file` is how problems name it; `folderName` is what the skill must be named.
 * Answers every problem of the file at once, each with its line and a remedy; never throws, whatever the text.
 */
export function readManifest(text: string, { file, folderName }: { file: string; folderName: string }): ManifestResult {
  const parsed = parseYaml(text)
  if (!parsed.ok) return { ok: false, problems: limited(parsed.problems.map((problem) => ({ file, ...problem }))) }
  const { yaml } = parsed
  if (!isMap(yaml.value)) {
    const problem = { message: 'is not a map of keys and values', remedy: `start with name: ${folderName}` }
    return { ok: false, problems: [{ file, line: 1, column: 1, path: '', ...problem }] }
  }
  const { manifest, findings } = checkManifest(yaml.value, yaml, folderName)
  if (manifest !== undefined && findings.length === 0) return { ok: true, manifest }
  const problems = findings.map(({ path, at, message, remedy }) => {
    return { file, ...yaml.position(path, at), path: pathText(path), message, remedy }
  })
  return { ok: false, problems: limited(problems.sort((a, b) => a.line - b.line || a.column - b.column)) }
}

function checkManifest(
  value: Readonly<Record<string, unknown>>,
  yaml: YamlText,
  folderName: string,
): { manifest: SkillManifest | undefined; findings: Finding[] } {
  const whole = SkillManifest.safeParse(value)
  if (whole.success) return { manifest: whole.data, findings: checkRules(whole.data, folderName) }
  const facts: ManifestFacts = {
    shape: createManifestShape(),
    folderName,
    valueAt: (path) =>
      path.reduce<unknown>((node, part) => (isNode(node) ? Reflect.get(node, part) : undefined), value),
    sourceAt: (path) => yaml.source(path),
  }
  const findings = whole.error.issues.flatMap((issue) => explainIssue(issue, facts))
  // The rules still look at the fields that are right on their own.
  const wrong = new Set(findings.map(({ path }) => path[0]))
  const rest = SkillManifest.partial().safeParse(
    Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key))),
  )
  if (!rest.success) return { manifest: undefined, findings }
  const known = Object.fromEntries(Object.entries(rest.data).filter(([key]) => !wrong.has(key)))
  return { manifest: undefined, findings: [...findings, ...checkRules(known, folderName)] }
}

function limited(problems: readonly ManifestProblem[]): readonly ManifestProblem[] {
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

function isNode(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isMap(value: unknown): value is Record<string, unknown> {
  return isNode(value) && !Array.isArray(value)
}
