import type { Finding } from './finding.ts'
import { confidenceFactor, severityPoints } from './score.ts'

/** More findings than this say nothing new, and they would fill a database. */
const mostKept = 500
/** A skill with more rules and files that match than this is not honest. */
const mostPairs = 5000

/**
 * Findings with the same score and the same chains as all of them: of each rule in each file the strongest one that
 * blocks, that does not, and that only mentions; then others up to 500 in all. `undefined`: even these are too many.
 */
export function keepFindings(findings: readonly Finding[]): readonly Finding[] | undefined {
  const needed = new Map<string, Finding>()
  for (const finding of findings) {
    const { rule, file, blocks, confidence } = finding
    const kind = JSON.stringify([rule, file, blocks, confidence === 'low'])
    const known = needed.get(kind)
    if (known === undefined || pointsOf(finding) > pointsOf(known)) needed.set(kind, finding)
  }
  if (needed.size > mostPairs) return undefined
  const kept = new Set(needed.values())
  for (const finding of findings) {
    if (kept.size >= mostKept) break
    kept.add(finding)
  }
  return findings.filter((finding) => kept.has(finding))
}

const pointsOf = ({ severity, confidence }: Finding): number => severityPoints[severity] * confidenceFactor[confidence]
