import { buildSkill, limitProblems, type ManifestResult } from '../build-skill.ts'
import { readCandidate } from '../dialects/read-candidate.ts'

/** The manifest of a skill named x, whose folder holds this skill.yaml and nothing else. */
export function readManifestText(text: string): ManifestResult {
  const files = new Map([['skill.yaml', new TextEncoder().encode(text)]])
  const about = { files, name: 'x', pathOf: (file: string) => `skills/x/${file}` }
  const reading = readCandidate(files, about)
  if (reading === undefined) throw new Error('There is a skill.yaml')
  if (!reading.ok) return { ok: false, problems: limitProblems(reading.problems) }
  return buildSkill(reading.candidate, about, { source: 'skills/x', digest: 'd' })
}
