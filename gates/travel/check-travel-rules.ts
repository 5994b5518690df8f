import { isPathOfSkill } from '#runner/manifest/read-folder.ts'
import { fileKindOf, textOf } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { GateManifest } from '../read-gate-manifest.ts'
import type { WholeFolder } from '../read-whole-folder.ts'
import { scannedText } from '../scanned-text.ts'
import { checkConfirmation, travelFinding } from './check-confirmation.ts'
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
