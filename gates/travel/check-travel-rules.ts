import { actionNamesOf, actionRuleOf } from '#runner/contract/action-rule.ts'
import { contractOf } from '#runner/contract/capabilities/capability-contracts.ts'
import { isPathOfSkill } from '#runner/manifest/read-folder.ts'
import { fileKindOf, textOf } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import { excerptOf } from '../finding.ts'
import type { GateManifest } from '../read-gate-manifest.ts'
import type { WholeFolder } from '../read-whole-folder.ts'
import type { TravelRuleId } from '../rule-ids.ts'
import { scannedText } from '../scanned-text.ts'
import type { FoundHost } from './hosts.ts'
import { findPersonalData } from './personal-data.ts'

/**
 * TRAVEL-001: personal data. TRAVEL-002: egress to undeclared hosts, and dependencies from outside the public registry.
 * TRAVEL-002-RUNTIME: hosts that no scan can name. TRAVEL-002-INSTALL: dependencies with install scripts. TRAVEL-003:
 * acting without confirmation.
 */
export function checkTravelRules(
  folder: Pick<WholeFolder, 'files'>,
  manifest: GateManifest,
  hosts: readonly FoundHost[],
): Finding[] {
  return [
    ...checkPersonalData(folder),
    ...checkEgress(manifest, hosts),
    ...checkLockfiles(folder),
    ...checkConfirmation(manifest),
  ]
}

function checkPersonalData({ files }: Pick<WholeFolder, 'files'>): Finding[] {
  return [...files].flatMap(([file, bytes]) => {
    const kind = fileKindOf(file, bytes)
    if (kind.kind !== 'text') return []
    const source = scannedText(file, kind, textOf(bytes))
    return findPersonalData(source).map(({ what, start, text, isCertain }) =>
      travelFinding(isCertain ? 'TRAVEL-001' : 'TRAVEL-001-LIKELY', {
        severity: isCertain ? 'high' : 'medium',
        file,
        ...source.placeOf(start),
        excerpt: text,
        why: `The skill holds ${what}. Data of people in a skill reaches everybody who gets the skill.`,
        remedy: 'Remove it. Take data of travelers from the input, and use made-up values in examples.',
        blocks: isCertain,
      }),
    )
  })
}

function checkEgress({ isOurs, manifest }: GateManifest, hosts: readonly FoundHost[]): Finding[] {
  const declared = new Set(manifest?.permissions.network.egress.map((host) => host.replace(/:\d+$/, '')))
  return hosts.flatMap(({ host, file, line, column, text, use }) => {
    const place = { file, line, column, excerpt: text }
    if (host === undefined) {
      return travelFinding('TRAVEL-002-RUNTIME', {
        ...place,
        severity: 'low',
        why: 'The host is made while the skill runs, so that no scan can name it. The gateway refuses it unless it is declared.',
        remedy: 'Write the host as a constant, and declare it in permissions.network.egress.',
      })
    }
    if (declared.has(host)) return []
    // A skill without a skill.yaml consists of instructions for any agent, and has no network access here.
    if (!isOurs) return []
    return travelFinding('TRAVEL-002', {
      ...place,
      severity: 'high',
      why: `The skill ${use === 'run' ? 'reaches' : 'is built from'} ${host}, which its manifest does not declare.`,
      remedy: `Add ${host} to permissions.network.egress, or remove it from the code.`,
      blocks: true,
    })
  })
}

/** Packages that run scripts on installation, and packages that do not come from the registry. */
function checkLockfiles({ files }: Pick<WholeFolder, 'files'>): Finding[] {
  return [...files].flatMap(([file, bytes]) => {
    if (!isPathOfSkill(file) || !/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json)$/.test(file)) return []
    const source = scannedText(file, { kind: 'text', language: 'config' }, textOf(bytes))
    const findings: Finding[] = []
    for (const { index } of source.text.matchAll(/"hasInstallScript"\s*:\s*true/g)) {
      findings.push(
        travelFinding('TRAVEL-002-INSTALL', {
          severity: 'medium',
          file,
          ...source.placeOf(index),
          excerpt: nameBefore(source.text, index),
          why: 'A dependency runs a script when it is installed. The script can reach any host, before any sandbox exists.',
          remedy: 'Use a package without install scripts. The platform installs with scripts turned off.',
        }),
      )
    }
    for (const { index, 0: match } of source.text.matchAll(
      /"resolved"\s*:\s*"(?!https:\/\/registry\.npmjs\.org\/)[^"\n]{1,300}"/g,
    )) {
      findings.push(
        travelFinding('TRAVEL-002', {
          severity: 'high',
          file,
          ...source.placeOf(index),
          excerpt: match,
          why: 'A dependency comes from elsewhere than the public registry.',
          remedy: 'Use a package of the registry, with its hash.',
          blocks: true,
        }),
      )
    }
    return findings
  })
}

const nameBefore = (text: string, at: number): string =>
  [...text.slice(Math.max(0, at - 2000), at).matchAll(/"(node_modules\/[^"\n]{1,200})"\s*:\s*\{/g)].at(-1)?.[1] ?? ''

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
function checkConfirmation({ manifest, candidate, isOurs }: GateManifest): Finding[] {
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
function travelFinding(rule: TravelRuleId, { excerpt, blocks = false, ...part }: Part): Finding {
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
