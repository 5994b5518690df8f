import { join } from 'node:path'
import { checkSkill } from '#gates/check-skill.ts'
import { loadRules } from '#gates/load-rules.ts'
import { root } from '../steps.ts'

/** The gates' verdict on one pull request. */
export type GateEvidence = { readonly scenario: number; readonly tried: string; readonly seen: string }

const folder = 'gates/scenarios'
const scenarios = ['undeclared-egress', 'hard-coded-pii', 'booking-without-confirmation', 'clean-search']

/** The verdicts of the three gates on the pull requests of the scenarios, and on a skill without fault (0). */
export async function gateEvidence(): Promise<GateEvidence[]> {
  const rules = loadRules()
  return Promise.all(
    scenarios.map(async (name, index) => {
      const { verdict, findings } = await checkSkill(join(root, folder, name), { rules })
      const blocking = findings.filter(({ blocks }) => blocks)
      const places = blocking.map(({ rule, file, line }) => `${rule} at ${file}:${line}`)
      return {
        scenario: verdict === 'block' ? index + 1 : 0,
        tried: `travel skill check ${folder}/${name}`,
        seen: places.length === 0 ? `${verdict} at all three gates` : `exit code 1: ${places.join(', ')}`,
      }
    }),
  )
}
