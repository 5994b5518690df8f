import type { Fault } from '../contract/errors.ts'
import type { Tier } from '../contract/manifest.ts'
import type { Source } from '../contract/principal.ts'
import type { Decider, Lack } from '../core/lacks.ts'
import type { LimitCap } from './effective-limits.ts'
import { askedOf } from './policy-sets.ts'

type Requested = { readonly source: Source; readonly tier: Tier }

/** Denials as audit rows and explanations show them. */
export const shownLacks = (lacks: readonly Lack[]) => lacks.map((lack) => ({ asked: askedOf(lack), by: lack.by }))

/** A text for the requester: each denied permission, and the reason. */
export const explainLacks = (lacks: readonly Lack[], requested: Requested): Record<string, string> =>
  Object.fromEntries(lacks.map((lack) => [askedOf(lack), whyDenied(lack.by, requested)]))

/** Who is at fault for a refusal: the operator, unless the request comes from a source that may not do this. */
export const faultOfLacks = (lacks: readonly Lack[]): Extract<Fault, 'caller' | 'operator'> =>
  lacks.some(({ by }) => by.includes('source')) ? 'caller' : 'operator'

/** Why these deny a permission: "is not approved". */
export function whyDenied(by: readonly Decider[], { source, tier }: Requested): string {
  const words: Record<Decider, string> = {
    manifest: 'is not declared by the skill',
    approval: 'is not approved',
    tier: `is not allowed for skills of tier ${tier}`,
    source: `is not allowed for requests from ${source}`,
    config: "is not allowed by this instance's configuration",
    skill: "is not allowed for this skill by this instance's configuration",
    agent: "is not in the operator's rule for this agent",
    profile: 'is not in the profile',
    gates: 'is not admitted by the gates',
    operator: 'was switched off by the operator',
  }
  return by.map((name) => words[name]).join(' and ')
}

/** The texts that name what lowered a limit. */
export const lowering: Readonly<Record<LimitCap, string>> = {
  instance: 'the most of any execution',
  source: "a guest's budget",
  memory: 'the most responses in memory at once',
  config: 'safeExecution in travel.config.json',
  skill: 'its entry in travel.config.json',
  agent: "the operator's rule for the agent",
  profile: 'the profile',
  request: 'the request',
}
