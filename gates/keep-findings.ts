import type { Finding } from './finding.ts'
import { confidenceFactor, severityPoints } from './score.ts'

/** More findings than this add no information, and would fill a database. */
const maxKept = 500
/** The maximum number of findings that must be kept. No honest skill has more. */
const maxPairs = 5000

/**
 * A smaller list of findings with the same score and chains. Must keep, per rule and file, the strongest blocking
 * finding, the strongest other finding and the strongest mention; then keeps further findings up to 500 in total.
 * `undefined`: it must keep more than 5,000 findings.
 */
export function keepFindings(findings: readonly Finding[]): readonly Finding[] | undefined {
  const needed = new Map<string, Finding>()
  for (const finding of findings) {
    const { rule, file, blocks, confidence } = finding
    const kind = JSON.stringify([rule, file, blocks, confidence === 'low'])
    const known = needed.get(kind)
    if (known === undefined || pointsOf(finding) > pointsOf(known)) needed.set(kind, finding)
  }
  if (needed.size > maxPairs) return undefined
  const kept = new Set(needed.values())
  for (const finding of findings) {
    if (kept.size >= maxKept) break
    kept.add(finding)
  }
  return findings.filter((finding) => kept.has(finding))
}

const pointsOf = ({ severity, confidence }: Finding): number => severityPoints[severity] * confidenceFactor[confidence]
