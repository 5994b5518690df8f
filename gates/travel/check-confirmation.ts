import { actionNamesOf, actionRuleOf } from '#runner/contract/action-rule.ts'
import { contractOf } from '#runner/contract/capabilities/capability-contracts.ts'
import type { Finding } from '../finding.ts'
import { excerptOf } from '../finding.ts'
import type { GateManifest } from '../read-gate-manifest.ts'
import type { TravelRuleId } from '../rule-ids.ts'

/** Words in the names of capabilities and actions that change something for the traveler. */
const acting =
  /(?:^|[-_])(?:book(?:ing)?|txn|transactions?|pay(?:ments?)?|purchase|buy|order|cancel(?:lation)?|refund|check[-_]?in|send|transfer|delete)(?:$|[-_])/i

/** By definition of HTTP, these change something at the provider. */
const changing: readonly string[] = ['PUT', 'PATCH', 'DELETE']

/**
 * TRAVEL-003: a capability or an action that acts without the traveler's confirmation, or requests that act. A POST may
 * be a search with a long query: it needs no confirmation in a skill of a capability whose contract the host checks,
 * because each contract is one of a search. In any other skill without confirmation, a person must look.
 */
export function checkConfirmation({ manifest, candidate, isOurs }: GateManifest): Finding[] {
  if (manifest === undefined || candidate === undefined) return []
  const at = (...path: PropertyKey[]) => {
    const { file, line, column } = candidate.positionOf(path, 'key')
    return { file, line, column }
  }
  const report = (path: PropertyKey[], excerpt: string, why: string, remedy: string): Finding =>
    travelFinding('TRAVEL-003', { severity: 'high', ...at(...path), excerpt, why, remedy, blocks: isOurs })
  const { capability = '' } = manifest
  const whole = actionRuleOf(manifest, '')
  const findings: Finding[] = []
  if (acting.test(capability) && !whole.confirmation.required) {
    findings.push(
      report(
        manifest.effects.includes('act') ? ['confirmation'] : ['capability'],
        capability,
        `The capability ${capability} acts for the traveler, and nothing asks the traveler first.`,
        'Write effects: [act] and confirmation: { required: true }.',
      ),
    )
  } else if (whole.effects.includes('act') && !whole.confirmation.required) {
    const why = 'The skill acts, and its manifest waives the confirmation of the traveler.'
    findings.push(report(['confirmation'], 'confirmation', why, 'Write confirmation: { required: true }.'))
  }
  for (const action of actionNamesOf(manifest)) {
    const rule = actionRuleOf(manifest, action)
    if (rule.confirmation.required || findings.length > 0) continue
    if (!rule.effects.includes('act') && !acting.test(action)) continue
    const why = `The action ${action} acts for the traveler, and nothing asks the traveler first.`
    const remedy = `Write actions: { ${action}: { effects: [act], confirmation: { required: true } } }.`
    findings.push(report(['actions', action], action, why, remedy))
  }
  const confirms = [whole, ...actionNamesOf(manifest).map((action) => actionRuleOf(manifest, action))]
  const changes = manifest.permissions.network.methods.filter((method) => changing.includes(method))
  if (findings.length === 0 && changes.length > 0 && !confirms.some(({ confirmation }) => confirmation.required)) {
    const why = `The skill may send ${changes.join(' and ')} requests, which change something, and nothing asks the traveler first.`
    const remedy =
      'Remove these methods, or write effects: [act] and confirmation: { required: true } for what sends them.'
    findings.push(report(['permissions', 'network', 'methods'], changes.join(', '), why, remedy))
  } else if (
    findings.length === 0 &&
    manifest.permissions.network.methods.includes('POST') &&
    contractOf(capability).size === 0 &&
    !confirms.some(({ confirmation }) => confirmation.required)
  ) {
    const why = 'The skill may send POST requests, which can book, buy or send, and nothing asks the traveler first.'
    const remedy =
      'Remove POST, declare the capability of the search, or write effects: [act] and confirmation: { required: true }.'
    findings.push({ ...report(['permissions', 'network', 'methods'], 'POST', why, remedy), blocks: false })
  }
  return findings
}

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
