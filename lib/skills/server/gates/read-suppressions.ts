import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { neverAccepted } from '#gates/rule-ids.ts'
import { type Suppression, Suppressions } from '#gates/suppressions.ts'
import { ConfigError } from '#lib/platform/server/env/read-travel-config.ts'
import { parseYaml } from '#runner/manifest/dialects/parse-yaml.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { pathText } from '#runner/manifest/manifest-problem.ts'

/** The name of the suppressions file in the project's folder. */
export const suppressionsFile = 'gates.suppressions.yaml'

const maxBytes = 256 * 1024
const remedy = 'write a list of { rule, skill or digest, reason, expires }'

/** The findings that the operator accepts. A missing file accepts nothing. Throws a ConfigError for an invalid file. */
export function readSuppressions(file: string, known: readonly string[]): readonly Suppression[] {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return []
  const problem = (message: string, at = { line: 1, column: 1 }, path = '', cure = remedy) =>
    new ConfigError([{ file, ...at, path, message, remedy: cure }])
  if (!found.isFile() || found.size > maxBytes) throw problem('is not a file of at most 256 KB')
  const text = readFileSync(file, 'utf8')
  // The file contains only comments.
  if (text.replaceAll(/^\s*#.*$/gm, '').trim() === '') return []
  const parsed = parseYaml(text)
  if (!parsed.ok) throw new ConfigError(parsed.problems.map((one) => ({ file, ...one })))
  const checked = Suppressions.safeParse(parsed.yaml.value)
  if (!checked.success) {
    const { issues } = checked.error
    throw new ConfigError(
      issues.map(({ path, message }) => {
        return { file, ...parsed.yaml.position(path, 'value'), path: pathText(path), message, remedy }
      }),
    )
  }
  for (const [index, { rule }] of checked.data.entries()) {
    const path = [index, 'rule']
    if (neverAccepted.includes(rule)) {
      const message = `${rule} cannot be accepted: the skill was not read completely`
      throw problem(message, parsed.yaml.position(path, 'value'), pathText(path), 'remove the entry')
    }
    if (known.includes(rule)) continue
    const meant = closest(rule, known)
    const message = `${rule} is not a rule${meant === undefined ? '' : `: did you mean ${meant}?`}`
    throw problem(message, parsed.yaml.position(path, 'value'), pathText(path))
  }
  return checked.data
}

/** Next does not bundle the rules, so they are read from the project's folder. */
export const rulesFolder = (projectRoot: string): string => join(projectRoot, 'gates/rules')
