import { join } from 'node:path'
import { checkSkill } from '#gates/check-skill.ts'
import { loadRules } from '#gates/load-rules.ts'
import { root } from '../steps.ts'
import type { GateEvidence } from './evidence-section.ts'

const folder = 'gates/scenarios'
const scenarios: readonly (readonly [name: string, tried: string])[] = [
  ['undeclared-egress', 'Scenario 1: a skill with undeclared egress'],
  ['hard-coded-pii', 'Scenario 2: a skill with data of a traveler'],
  ['booking-without-confirmation', 'Scenario 3: a booking skill without confirmation'],
  ['clean-search', 'a skill without fault'],
]

/** The verdicts of the three gates on the pull requests of the scenarios. */
export async function gateEvidence(): Promise<GateEvidence[]> {
  const rules = loadRules()
  return Promise.all(
    scenarios.map(async ([name, tried]) => {
      const { verdict, findings } = await checkSkill(join(root, folder, name), { rules })
      const blocking = findings.filter(({ blocks }) => blocks)
      const seen = blocking.map(({ rule, file, line, why }) => `${rule} at ${file}:${line}: ${why}`)
      return {
        tried,
        command: `travel skill check ${folder}/${name}`,
        exitCode: verdict === 'block' ? 1 : 0,
        seen: seen.length === 0 ? `${verdict} at all three gates` : seen.join(' '),
      }
    }),
  )
}
