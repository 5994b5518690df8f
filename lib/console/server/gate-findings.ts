import { type Finding, severities } from '#gates/finding.ts'
import type { SkillCheck } from '#gates/judge.ts'
import type { Suppression } from '#gates/suppressions.ts'
import { CheckUnfinished } from '#lib/skills/server/gates/check-apart.ts'
import type { ConsoleSkillPage } from '../model/console-skill.ts'

type GatesView = Pick<ConsoleSkillPage, 'gates' | 'chains' | 'findings'>

/** The verdicts and findings of the gates: open findings, the worst first, then those that the operator accepts. */
export function gatesView(check: SkillCheck | CheckUnfinished): GatesView {
  if (check instanceof CheckUnfinished) return { gates: [], chains: [], findings: [] }
  const worstFirst = [...check.findings].sort((a, b) => weightOf(b) - weightOf(a))
  return {
    gates: Object.entries(check.gates).map(([gate, { verdict, points }]) => ({ gate, verdict, points })),
    chains: check.chains.map(({ what, points, links }) => ({ what, points, links: [...links] })),
    findings: [
      ...worstFirst.map((finding) => viewOf(finding, undefined)),
      ...check.suppressed.map(({ finding, suppression }) => viewOf(finding, suppression)),
    ],
  }
}

const weightOf = ({ blocks, severity }: Finding) => (blocks ? severities.length : severities.indexOf(severity))

function viewOf(finding: Finding, accepted: Suppression | undefined): ConsoleSkillPage['findings'][number] {
  const { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks } = finding
  const acceptance = accepted && { reason: accepted.reason, expires: accepted.expires }
  return { gate, rule, severity, confidence, file, line, excerpt, why, remedy, blocks, accepted: acceptance ?? null }
}
