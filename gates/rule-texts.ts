import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#runner/core/hash.ts'
import { chains } from './chains.ts'
import { opinionRuleId, travelRuleIds } from './rule-ids.ts'
import { confidenceFactor, severityPoints, thresholds, weakAtMost } from './score.ts'

/** Increase this number when the same rules would give a different verdict than before. */
export const engineVersion = 10

type RuleText = { readonly name: string; readonly file: string; readonly text: string }

/** The rules in a folder, unread. Apart from `loadRules`, so that most programs need not load what runs the rules. */
export function ruleTexts(folder: string): RuleText[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
  return names.map((name) => {
    const file = join(folder, name, 'rule.yaml')
    return { name, file, text: readFileSync(file, 'utf8') }
  })
}

/** sha256 (hex) over the rules, the chains, the scoring and the version of the engine. */
export function versionOf(texts: readonly Pick<RuleText, 'name' | 'text'>[]): string {
  const rules = texts.map(({ name, text }) => [name, text])
  const scoring = { severityPoints, confidenceFactor, weakAtMost, thresholds }
  return sha256(JSON.stringify({ engineVersion, rules, chains, scoring }))
}

/** The version of the rules in a folder. */
export const rulesVersion = (folder: string): string => versionOf(ruleTexts(folder))

/** The ids of all rules, including those of the gates that are written in code. */
export const knownRuleIds = (folder: string): readonly string[] => [
  ...ruleTexts(folder).map(({ name }) => name.toUpperCase()),
  ...travelRuleIds,
  opinionRuleId,
]
