import type { Tier } from '../contract/manifest.ts'
import type { Source } from '../contract/principal.ts'
import type { Decider, Lack } from '../core/lacks.ts'

/** A text for the requester: each denied permission, and the reason. */
export function explainLacks(
  lacks: readonly Lack[],
  { source, tier }: { readonly source: Source; readonly tier: Tier },
): Record<string, string> {
  const words: Record<Decider, string> = {
    manifest: 'is not declared by the skill',
    approval: 'is not approved',
    tier: `is not allowed for skills of tier ${tier}`,
    source: `is not allowed for requests from ${source}`,
    config: "is not allowed by this instance's configuration",
    skill: "is not allowed for this skill by this instance's configuration",
    profile: 'is not in the profile',
    gates: 'is not admitted by the gates',
    operator: 'was switched off by the operator',
  }
  return Object.fromEntries(lacks.map(({ asked, by }) => [asked, by.map((name) => words[name]).join(' and ')]))
}
