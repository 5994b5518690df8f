import type { Finding, Severity } from './finding.ts'
import type { SkillCheck } from './judge.ts'
import type { RuleSet } from './load-rules.ts'
import { decisive } from './score.ts'

/** What SARIF 2.1.0 calls a result's level. */
const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}

type CheckedFolder = { readonly folder: string; readonly check: SkillCheck }

/**
 * The findings as SARIF 2.1.0, except those of severity `info`. The paths in the results begin with `folder`, relative
 * to the repository.
 */
export function sarifOf(checked: readonly CheckedFolder[], rules: RuleSet): object {
  const descriptions = new Map<string, Finding | undefined>(rules.rules.map(({ id }) => [id, undefined]))
  for (const { check } of checked) for (const finding of check.findings) descriptions.set(finding.rule, finding)
  const ids = [...descriptions.keys()].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'travel skill check',
            semanticVersion: `${checked[0]?.check.engine.version ?? 0}.0.0`,
            informationUri: 'https://travel.aw',
            rules: ids.map((id) => ruleOf(id, rules, descriptions.get(id))),
            properties: { rulesDigest: rules.version },
          },
        },
        columnKind: 'utf16CodeUnits',
        results: checked.flatMap(({ folder, check }) =>
          decisive(check).map((finding) => resultOf(folder, check, finding, ids.indexOf(finding.rule))),
        ),
        properties: {
          verdicts: checked.map(({ folder, check: { digest, verdict } }) => ({ folder, digest, verdict })),
        },
      },
    ],
  }
}

function ruleOf(id: string, { rules }: RuleSet, found: Finding | undefined): object {
  const rule = rules.find((one) => one.id === id) ?? found
  return {
    id,
    shortDescription: { text: rule?.why ?? id },
    help: { text: rule?.remedy ?? '' },
    defaultConfiguration: { level: levels[rule?.severity ?? 'high'] },
    properties: { tags: ['security', rule?.class ?? 'travel'] },
  }
}

function resultOf(folder: string, check: SkillCheck, finding: Finding, ruleIndex: number): object {
  const { rule, severity, blocks, why, remedy, file, line, column, excerpt } = finding
  const path = [folder, file].filter((part) => part !== '').join('/')
  return {
    ruleId: rule,
    ruleIndex,
    level: blocks ? 'error' : levels[severity],
    message: { text: `${why} ${remedy}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
          region: { startLine: line, startColumn: column, ...(excerpt !== '' && { snippet: { text: excerpt } }) },
        },
      },
    ],
    partialFingerprints: { 'travelSkillCheck/v1': `${check.name}:${file}:${rule}:${excerpt}` },
    properties: { gate: finding.gate, confidence: finding.confidence },
  }
}
