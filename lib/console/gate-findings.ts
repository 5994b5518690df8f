import type { ConsoleSkillPage } from '#lib/shared/console-skill.ts'
import type { SkillCheck } from '#runner/gates/check-skill.ts'
import { type Finding, severities } from '#runner/gates/finding.ts'
import type { Suppression } from '#runner/gates/suppressions.ts'

/** The findings of the gates: those that count first, the worst first, then those that the operator accepts. */
export function findingsOf({ findings, suppressed }: SkillCheck): ConsoleSkillPage['findings'] {
  const worstFirst = [...findings].sort((a, b) => weightOf(b) - weightOf(a))
  return [
    ...worstFirst.map((finding) => viewOf(finding, undefined)),
    ...suppressed.map(({ finding, suppression }) => viewOf(finding, suppression)),
  ]
}

const weightOf = ({ blocks, severity }: Finding) => (blocks ? severities.length : severities.indexOf(severity))

function viewOf(finding: Finding, accepted: Suppression | undefined): ConsoleSkillPage['findings'][number] {
  const { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks } = finding
  const acceptance = accepted && { reason: accepted.reason, expires: accepted.expires }
  return { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks, accepted: acceptance ?? null }
}
