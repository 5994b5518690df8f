import { type Finding, severities } from './finding.ts'
import { confidenceFactor } from './score.ts'

/** More findings than this say nothing new, and they would fill a database. */
const mostKept = 500
/** A skill with more rules and files that match than this is not honest. */
const mostPairs = 5000

/**
 * Findings with the same score and the same chains as all of them: the most certain one of each rule in each file, then
 * others up to 500 in all. `undefined`: even these are too many.
 */
export function keepFindings(findings: readonly Finding[]): readonly Finding[] | undefined {
  const needed = new Map<string, Finding>()
  for (const finding of findings) {
    const pair = JSON.stringify([finding.rule, finding.file])
    const known = needed.get(pair)
    if (known === undefined || isStronger(finding, known)) needed.set(pair, finding)
  }
  if (needed.size > mostPairs) return undefined
  const kept = new Set(needed.values())
  for (const finding of findings) {
    if (kept.size >= mostKept) break
    kept.add(finding)
  }
  return findings.filter((finding) => kept.has(finding))
}

/** Whether a finding counts for more than another of its rule. */
function isStronger(one: Finding, other: Finding): boolean {
  if (one.blocks !== other.blocks) return one.blocks
  if (one.severity !== other.severity) return severities.indexOf(one.severity) > severities.indexOf(other.severity)
  return confidenceFactor[one.confidence] > confidenceFactor[other.confidence]
}
