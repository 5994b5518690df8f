import { excerptOf, type Finding } from '../finding.ts'
import type { TravelRuleId } from '../rule-ids.ts'

type Part = Pick<Finding, 'severity' | 'why' | 'remedy' | 'file' | 'line' | 'column'> & {
  readonly excerpt: string
  readonly blocks?: boolean
}

/** A finding of the travel gate. */
export function travelFinding(rule: TravelRuleId, { excerpt, blocks = false, ...part }: Part): Finding {
  return {
    gate: 'travel',
    rule,
    class: 'travel',
    confidence: 'high',
    ...part,
    excerpt: excerptOf(excerpt),
    signals: [],
    blocks,
  }
}
