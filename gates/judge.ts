import { type Finding, type GateName, gates } from './finding.ts'
import type { RuleSet } from './load-rules.ts'
import { engineVersion } from './rule-texts.ts'
import { type FoundChain, scoreOf, type VerdictWord } from './score.ts'
import { type Suppressed, type Suppression, suppress } from './suppressions.ts'

export type SkillCheck = {
  /** The name of the folder. */
  readonly name: string
  /** sha256 (hex) over every file of the folder. */
  readonly digest: string
  readonly engine: { readonly version: number; readonly rules: string }
  readonly verdict: VerdictWord
  readonly gates: Readonly<Partial<Record<GateName, { readonly verdict: VerdictWord; readonly points: number }>>>
  readonly chains: readonly FoundChain[]
  readonly findings: readonly Finding[]
  readonly suppressed: readonly Suppressed[]
}

export type CheckOptions = {
  readonly rules: RuleSet
  /** The only gate to run. Absent: all gates run. */
  readonly only?: GateName | undefined
  readonly suppressions?: readonly Suppression[] | undefined
  /** The current day, like 2027-01-31, by which suppressions expire. Absent: no suppression has an effect. */
  readonly today?: string | undefined
}

export type Evidence = {
  readonly name: string
  readonly digest: string
  readonly rulesVersion: string
  readonly findings: readonly Finding[]
}

/** The verdict on the findings. Findings that the operator accepts do not count. */
export function judge(
  { name, digest, rulesVersion, findings }: Evidence,
  // Every day sorts before the word.
  { only, suppressions = [], today = 'never' }: Omit<CheckOptions, 'rules'>,
): SkillCheck {
  const { counting, suppressed } = suppress(findings, { digest, name }, suppressions, today)
  const scores = gates
    .filter((gate) => only === undefined || only === gate)
    .map((gate) => ({ gate, ...scoreOf(counting.filter((one) => one.gate === gate)) }))
  return {
    name,
    digest,
    engine: { version: engineVersion, rules: rulesVersion },
    verdict: worst(scores.map(({ verdict }) => verdict)),
    gates: Object.fromEntries(scores.map(({ gate, verdict, points }) => [gate, { verdict, points }])),
    chains: scores.flatMap(({ chains }) => chains),
    findings: counting,
    suppressed,
  }
}

const order: readonly VerdictWord[] = ['admit', 'review', 'block']

const worst = (verdicts: readonly VerdictWord[]): VerdictWord =>
  order.findLast((word) => verdicts.includes(word)) ?? 'block'
