import { constants, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'
import { quoted } from '#runner/core/quoted.ts'
import { readAtMost, utf8Of } from '#runner/core/utf8.ts'
import { limitProblems } from '#runner/manifest/build-skill.ts'
import { parseYaml, type YamlText } from '#runner/manifest/dialects/parse-yaml.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { shown } from '#runner/manifest/explain-issue.ts'
import { type ManifestProblem, pathText } from '#runner/manifest/manifest-problem.ts'

/** The file in the skills folder that names the approved skills. */
export const approvedSkillsFile = 'SKILL_MANIFEST.json'

const maxBytes = 64 * 1024

/** Entries are checked one by one, so that a malformed one does not affect the others. */
const SkillManifestFile = z.strictObject({ approvedSkills: z.array(z.unknown()) })

export type ListedSkills = {
  /** Whether the file has a list. Its entries may still have problems. */
  readonly isValid: boolean
  /** The folders that may be parsed and run, by name. Empty if the file is missing or invalid. */
  readonly names: ReadonlySet<string>
  /** The problems of entries that name no folder. They approve nothing. */
  readonly absent: ReadonlyMap<string, ManifestProblem>
  /** Problems of the file, and of each entry that is left out. */
  readonly problems: readonly ManifestProblem[]
}

/** Reads the list of approved skills. Reads no other file of the skills folder. */
export async function readListedSkills(skillsDir: string): Promise<ListedSkills> {
  const file = join(skillsDir, approvedSkillsFile)
  const none = (message: string, remedy: string, place = { line: 1, column: 1, path: '' }): ListedSkills => ({
    isValid: false,
    names: new Set(),
    absent: new Map(),
    problems: [{ ...place, file, message: `${message}, so that no skill is loaded`, remedy }],
  })
  const text = await readBounded(file)
  if (text === undefined) return none('is missing or unreadable', 'write { "approvedSkills": ["my-skill"] }')
  // JSON is also YAML, and the YAML parser gives the line of each problem.
  const parsed = parseYaml(text)
  if (!isJson(text)) {
    const [problem] = parsed.ok ? [] : parsed.problems
    return none('is not valid JSON', 'write { "approvedSkills": ["my-skill"] }', problem)
  }
  // Only the YAML parser refuses a duplicate key.
  if (!parsed.ok) return none(parsed.problems[0].message, parsed.problems[0].remedy, parsed.problems[0])
  const checked = SkillManifestFile.safeParse(parsed.yaml.value)
  if (checked.success) {
    return listedIn(checked.data.approvedSkills, { file, yaml: parsed.yaml, folders: await foldersIn(skillsDir) })
  }
  const { issues } = checked.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const path = unknown === undefined ? (issue?.path ?? []) : [...(issue?.path ?? []), unknown]
  const isMeant = unknown !== undefined && closest(unknown, ['approvedSkills']) !== undefined
  const remedy = isMeant ? 'did you mean "approvedSkills"?' : 'write { "approvedSkills": ["my-skill"] }'
  const place = { ...parsed.yaml.position(path, 'key'), path: '' }
  return none('does not have the list approvedSkills alone', remedy, place)
}

type ListFile = { readonly file: string; readonly yaml: YamlText; readonly folders: readonly string[] }

function listedIn(entries: readonly unknown[], { file, yaml, folders }: ListFile): ListedSkills {
  const names = new Set<string>()
  const absent = new Map<string, ManifestProblem>()
  const problems: ManifestProblem[] = []
  for (const [index, entry] of entries.entries()) {
    const path = ['approvedSkills', index]
    const leaveOut = (message: string, remedy: string): ManifestProblem => {
      const problem = { file, ...yaml.position(path, 'value'), path: pathText(path), message, remedy }
      problems.push(problem)
      return problem
    }
    const { data: name } = SkillName.safeParse(entry)
    if (name === undefined) {
      leaveOut(`is ${shown(entry)}, which is not the name of a skill`, 'name a folder of skills/, or remove it')
    } else if (names.has(name) || absent.has(name)) leaveOut(`approves ${quoted(name)} again`, 'remove it')
    else if (folders.includes(name)) names.add(name)
    else {
      const meant = closest(name, folders)
      const remedy = meant === undefined ? 'remove it, or add the folder' : `did you mean "${meant}"?`
      absent.set(name, leaveOut(`approves ${quoted(name)}, which is not a folder`, remedy))
    }
  }
  return { isValid: true, names, absent, problems: limitProblems(problems) }
}

/** The problem of a skill that is not approved: why it is not loaded, and how to approve it. */
export function notListed(skillsDir: string, name: string): ManifestProblem {
  const file = join(skillsDir, approvedSkillsFile)
  const message = `${quoted(name)} is not approved, and is neither read nor run`
  return { file, line: 1, column: 1, path: '', message, remedy: `add ${quoted(name)} to its list approvedSkills` }
}

/** The folders here, in order of their names. None if the skills folder is missing or unreadable. */
export async function foldersIn(skillsDir: string): Promise<string[]> {
  const entries = await readdir(skillsDir, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

async function readBounded(file: string): Promise<string | undefined> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { size } = await handle.stat()
    return size > maxBytes ? undefined : utf8Of(await readAtMost(handle, maxBytes))
  } catch {
    // The path is not a readable file; it may be a folder.
    return undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
