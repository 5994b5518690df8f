import { compare, type Finding, type Severity } from './finding.ts'
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

/** What a rule says about itself, or, of a rule in code, its finding. */
type Described = Pick<Finding, 'why' | 'remedy' | 'severity' | 'class'>
type CheckedFolder = { readonly folder: string; readonly check: SkillCheck }

/**
 * The findings as SARIF 2.1.0, except those of severity `info`. The paths in the results begin with `folder`, relative
 * to the repository.
 */
export function sarifOf(checked: readonly CheckedFolder[], rules: RuleSet): object {
  const described = new Map<string, Described>(
    checked.flatMap(({ check }) => check.findings.map((finding) => [finding.rule, finding])),
  )
  for (const rule of rules.rules) described.set(rule.id, rule)
  const all = [...described].sort(([a], [b]) => compare(a, b))
  const ids = all.map(([id]) => id)
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
            rules: all.map(ruleOf),
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

function ruleOf([id, one]: readonly [string, Described]): object {
  return {
    id,
    shortDescription: { text: one.why },
    help: { text: one.remedy },
    defaultConfiguration: { level: levels[one.severity] },
    properties: { tags: ['security', one.class] },
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
