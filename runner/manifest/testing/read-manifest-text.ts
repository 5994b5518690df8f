import { buildSkill, limitProblems, type ManifestResult } from '../build-skill.ts'
import { readCandidate } from '../dialects/read-candidate.ts'
import type { ManifestProblem } from '../manifest-problem.ts'

type Warned = ManifestResult & { readonly warnings: readonly ManifestProblem[] }

/** Reads the manifest of a skill whose folder contains only these files. */
export function readManifestOf(texts: Readonly<Record<string, string | Uint8Array>>, name = 'x'): Warned {
  const files = new Map(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
  const about = { name, pathOf: (file: string) => `skills/${name}/${file}` }
  const reading = readCandidate(files, about)
  if (reading === undefined) throw new Error('Expected a skill.yaml or a SKILL.md with frontmatter')
  if (!reading.ok) return { ok: false, problems: limitProblems(reading.problems), warnings: [] }
  const built = buildSkill(reading.candidate, { source: `skills/${name}`, digest: 'd' })
  return { ...built, warnings: reading.warnings }
}

/** Reads the manifest of a skill named x whose folder contains only this skill.yaml. */
export function readManifestText(text: string): ManifestResult {
  return readManifestOf({ 'skill.yaml': text })
}
