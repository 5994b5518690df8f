import { isDeepStrictEqual } from 'node:util'
import { ManifestFields } from '../../contract/manifest.ts'
import { isObject } from '../../contract/skill-io.ts'
import { partAt } from '../../core/parts-of.ts'
import { quoted } from '../../core/quoted.ts'
import { utf8Of } from '../../core/utf8.ts'
import { type ManifestProblem, maxProblems, pathText, problemOfFile } from '../manifest-problem.ts'
import type { SkillFiles } from '../read-folder.ts'
import type { About, Candidate, Path, Reading } from './dialect.ts'
import type { Stated } from './draft.ts'
import { parseYaml } from './parse-yaml.ts'
import { readSkillMd } from './skill-md.ts'

const fileName = 'skill.yaml'

/** The problem of a file that is meant as the `skill.yaml` but has another name, under which nothing reads it. */
function misnamedYaml(files: SkillFiles['files'], { pathOf }: About): ManifestProblem | undefined {
  if (files.has(fileName)) return undefined
  const name = [...files.keys()].find((path) => /^skill\.ya?ml$/i.test(path))
  if (name === undefined) return undefined
  return problemOfFile(pathOf(name), 'is not read', `rename it to ${fileName}`)
}

/** The platform's own dialect: a `skill.yaml` with the keys of a manifest. */
function readSkillYaml(files: SkillFiles['files'], { name, pathOf }: About): Reading | undefined {
  const bytes = files.get(fileName)
  if (bytes === undefined) return undefined
  const file = pathOf(fileName)
  const refuse = (message: string, remedy: string) =>
    ({ ok: false, problems: [problemOfFile(file, message, remedy)] }) as const
  const text = utf8Of(bytes)
  if (text === undefined) return refuse('is not UTF-8 text', 'save it as UTF-8')
  const parsed = parseYaml(text)
  if (!parsed.ok) return { ok: false, problems: parsed.problems.map((problem) => ({ file, ...problem })) }
  const { yaml } = parsed
  if (!isObject(yaml.value)) return refuse('is not a map of keys and values', `start with name: ${name}`)
  const candidate: Candidate = {
    requiredName: name,
    fields: yaml.value,
    positionOf: (path, of) => ({ file, ...yaml.position(path, of) }),
    sourceOf: yaml.source,
    writtenAs: (path) => path,
    statements: [],
  }
  return { ok: true, candidate, warnings: [] }
}

/**
 * Reads the files in their dialect. If there are a `skill.yaml` and a SKILL.md with frontmatter, `skill.yaml` takes
 * precedence, and each difference is a warning. A misnamed `skill.yaml` is reported, because without it a tool would be a
 * prompt. `undefined`: no known dialect.
 */
export function readCandidate(files: SkillFiles['files'], about: About): Reading | undefined {
  const own = readSkillYaml(files, about)
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
