import * as z from 'zod'
import { SkillName } from '#runner/contract/manifest.ts'
import type { Finding } from './finding.ts'
import { neverAccepted } from './rule-ids.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date like 2027-01-31')
const shared = {
  rule: z.string().min(1).max(64),
  reason: z.string().min(10, 'must say in a sentence why the finding is accepted').max(500),
  /** The last day on which the suppression has an effect. */
  expires: day,
}

/** The operator's decision to accept the findings of one rule, for one skill or one digest, until a given day. */
export const Suppression = z.union([
  z.strictObject({
    ...shared,
    digest: z.string().regex(/^[0-9a-f]{64}$/, 'must be the digest that the check printed'),
  }),
  z.strictObject({ ...shared, skill: SkillName }),
])
export type Suppression = z.infer<typeof Suppression>
export const Suppressions = z.array(Suppression).max(1000)

type Subject = { readonly digest: string; readonly name: string }

export type Suppressed = { readonly finding: Finding; readonly suppression: Suppression }

/** Splits findings into those that count and those that the operator accepts. An expired suppression accepts nothing. */
export function suppress(
  findings: readonly Finding[],
  { digest, name }: Subject,
  suppressions: readonly Suppression[],
  today: string,
): { readonly counting: Finding[]; readonly suppressed: Suppressed[] } {
  const counting: Finding[] = []
  const suppressed: Suppressed[] = []
  for (const finding of findings) {
    const suppression = suppressions.find(
      (one) =>
        one.rule === finding.rule &&
        !neverAccepted.includes(one.rule) &&
        one.expires >= today &&
        ('digest' in one ? one.digest === digest : one.skill === name),
    )
    if (suppression === undefined) counting.push(finding)
    else suppressed.push({ finding, suppression })
  }
  return { counting, suppressed }
}
