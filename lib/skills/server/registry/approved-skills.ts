import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { quoted } from '#runner/core/quoted.ts'
import { parseYaml } from '#runner/manifest/dialects/parse-yaml.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { utf8Of } from '#runner/manifest/utf8.ts'

/** The file in the skills folder that names the approved skills. */
export const approvedSkillsFile = 'SKILL_MANIFEST.json'

const maxBytes = 64 * 1024

const SkillManifestFile = z.strictObject({ approvedSkills: z.array(z.string().min(1).max(64)) })

export type ApprovedSkills = {
  /** The names of the folders that may be parsed and run. Empty if the file is missing or invalid. */
  readonly names: ReadonlySet<string>
  readonly problems: readonly ManifestProblem[]
}

/** Reads the names of the approved skills. Reads no other file of the skills folder. */
export async function readApprovedSkills(skillsDir: string): Promise<ApprovedSkills> {
  const file = join(skillsDir, approvedSkillsFile)
  const none = (message: string, remedy: string, place = { line: 1, column: 1 }): ApprovedSkills => ({
    names: new Set(),
    problems: [{ file, ...place, path: '', message: `${message}, so that no skill is loaded`, remedy }],
  })
  const text = await readBounded(file)
  if (text === undefined) return none('is missing or unreadable', 'write { "approvedSkills": ["my-skill"] }')
  // JSON is also YAML, and the YAML parser gives the line of each problem.
  const parsed = parseYaml(text)
  if (!parsed.ok || !isJson(text)) {
    const [problem] = parsed.ok ? [] : parsed.problems
    return none('is not valid JSON', 'write { "approvedSkills": ["my-skill"] }', problem && { ...problem })
  }
  const checked = SkillManifestFile.safeParse(parsed.yaml.value)
  if (checked.success) return { names: new Set(checked.data.approvedSkills), problems: [] }
  const { issues } = checked.error
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : []
  const path = unknown === undefined ? (issue?.path ?? []) : [...(issue?.path ?? []), unknown]
  const isMeant = unknown !== undefined && closest(unknown, ['approvedSkills']) !== undefined
  const remedy = isMeant ? 'did you mean "approvedSkills"?' : 'write { "approvedSkills": ["my-skill"] }'
  return none('does not have the list approvedSkills alone', remedy, parsed.yaml.position(path, 'key'))
}

/** The problem of a skill that is not approved: why it is not loaded, and how to approve it. */
export function notApproved(skillsDir: string, name: string): ManifestProblem {
  const file = join(skillsDir, approvedSkillsFile)
  const message = `${quoted(name)} is not approved, and is neither read nor run`
  return { file, line: 1, column: 1, path: '', message, remedy: `add ${quoted(name)} to its list approvedSkills` }
}

/** An approved name without a folder. */
export function notAFolder(skillsDir: string, name: string, folders: readonly string[]): ManifestProblem {
  const file = join(skillsDir, approvedSkillsFile)
  const meant = closest(name, folders)
  const remedy = meant === undefined ? 'remove it, or add the folder' : `did you mean "${meant}"?`
  return { file, line: 1, column: 1, path: '', message: `approves ${quoted(name)}, which is not a folder`, remedy }
}

async function readBounded(file: string): Promise<string | undefined> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => undefined,
  )
  if (handle === undefined) return undefined
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) return undefined
    const buffer = Buffer.alloc(maxBytes)
    const { bytesRead } = await handle.read(buffer, 0, maxBytes, 0)
    return utf8Of(buffer.subarray(0, bytesRead))
  } catch {
    // The path is not a readable file; it may be a folder.
    return undefined
  } finally {
    await handle.close()
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
