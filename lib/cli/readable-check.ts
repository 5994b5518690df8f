import type { Finding } from '#gates/finding.ts'
import type { SkillCheck } from '#gates/judge.ts'
import { decisive, thresholds, type VerdictWord } from '#gates/score.ts'
import { suppressionsFile } from '#lib/skills/server/gates/read-suppressions.ts'
import { oneLine, printable } from './terminal.ts'

/** Printed with every result, so that nobody takes an admitted skill for a safe one. */
export const triage = 'Scanning is triage: it finds known behavior. The sandbox is the wall.'

/** Explains the points of a gate. */
export const scale = `From ${thresholds.review} points a person must look, and ${thresholds.block} block. A finding that refuses blocks whatever the points.`

const verdicts: Readonly<Record<VerdictWord, string>> = {
  admit: 'admit: no gate objects.',
  review: 'review: a person must look at the findings before the skill is used.',
  block: 'block: the skill must not be used.',
}

/** The result of one skill as text, without the control characters that a terminal would interpret. */
export function readableCheck(folder: string, check: SkillCheck, today: string): string {
  const { name, digest, verdict, chains, suppressed, engine } = check
  const lines = [
    `${folder === '' ? name : folder}  ${verdicts[verdict]}`,
    `  digest ${digest}, rules ${engine.rules.slice(0, 12)}`,
    ...Object.entries(check.gates).map(([gate, score]) => `  ${gate}: ${score?.verdict}, ${score?.points} points`),
    ...decisive(check).flatMap(readableFinding),
    ...chains.map(({ id, what, points, links }) => `  ${id} (+${points}): ${what} ${links.join(', ')}`),
    ...(verdict === 'review' ? acceptance(name, decisive(check), today) : []),
    ...suppressed.map(
      ({ finding, suppression }) =>
        `  ${finding.rule} ${oneLine(finding.file)}:${finding.line} is accepted until ${suppression.expires}: ${suppression.reason}`,
    ),
  ]
  return `${printable(lines.join('\n'))}\n`
}

/** How long a suggested suppression accepts a finding: about three months. */
const acceptedMs = 90 * 86_400_000

/** Explains how the operator accepts findings that need a review. */
function acceptance(skill: string, findings: readonly Finding[], today: string): string[] {
  const expires = new Date(Date.parse(today) + acceptedMs).toISOString().slice(0, 10)
  const rules = new Set(findings.map(({ rule }) => rule))
  return [
    `  To accept a finding after you have read the code, add its line to ${suppressionsFile} in the project's folder:`,
    ...[...rules].map((rule) => `    - { rule: ${rule}, skill: ${skill}, reason: "why", expires: "${expires}" }`),
  ]
}

function readableFinding({ rule, severity, confidence, file, line, column, excerpt, why, remedy, blocks }: Finding) {
  return [
    `  ${oneLine(file)}:${line}:${column} ${rule} ${blocks ? 'refuses' : `${severity}, ${confidence} confidence`}`,
    ...(excerpt === '' ? [] : [`    | ${oneLine(excerpt)}`]),
    `    ${why}`,
    `    ${remedy}`,
  ]
}
