import type { SkillManifest } from '#runner/contract/manifest.ts'
import { buildSkill } from '#runner/manifest/build-skill.ts'
import { checkAgentSkill } from '#runner/manifest/dialects/agent-skill-rules.ts'
import type { Candidate } from '#runner/manifest/dialects/dialect.ts'
import { readCandidate } from '#runner/manifest/dialects/read-candidate.ts'
import type { ManifestProblem } from '#runner/manifest/manifest-problem.ts'
import { dockerfileName, layOutSkill } from '#runner/manifest/skill-layout.ts'
import type { WholeFolder } from './read-whole-folder.ts'

export type GateManifest = {
  /** The skill declares its permissions in a skill.yaml. Otherwise it is an Agent Skill: instructions for any agent. */
  readonly isOurs: boolean
  /** Absent: the skill cannot be loaded. */
  readonly manifest: SkillManifest | undefined
  readonly candidate: Candidate | undefined
  /** Why the skill cannot be loaded. */
  readonly problems: readonly ManifestProblem[]
  /** Why the skill cannot be published. */
  readonly strict: readonly ManifestProblem[]
  readonly warnings: readonly ManifestProblem[]
}

/** Reads the manifest of a folder, in any dialect, and checks it for publishing. */
export function readGateManifest({ files }: Pick<WholeFolder, 'files'>, name: string): GateManifest {
  const about = { name, pathOf: (file: string) => file }
  const isOurs = files.has('skill.yaml')
  const strict = checkAgentSkill(files, about)
  const reading = readCandidate(files, about)
  const none = { isOurs, manifest: undefined, candidate: undefined, strict, warnings: [] }
  if (reading === undefined) {
    const problem = {
      file: '',
      line: 1,
      column: 1,
      path: '',
      message: 'is missing',
      remedy: 'add a skill.yaml or a SKILL.md',
    }
    return { ...none, problems: [problem] }
  }
  if (!reading.ok) return { ...none, problems: reading.problems }
  const { candidate, warnings } = reading
  const built = buildSkill(candidate, { source: name, digest: '' })
  if (!built.ok) return { ...none, candidate, problems: built.problems, warnings }
  const { manifest } = built
  return { isOurs, manifest, candidate, problems: imageProblems(files, manifest), strict, warnings }
}

/** Why the skill has no image, if it needs one. */
function imageProblems(files: WholeFolder['files'], { entry }: SkillManifest): readonly ManifestProblem[] {
  if (entry === undefined || !files.has(dockerfileName)) return []
  const laidOut = layOutSkill(files)
  if (laidOut.ok) return []
  const { line, message, remedy } = laidOut
  return [{ file: dockerfileName, line, column: 1, path: dockerfileName, message, remedy }]
}
