import { withMarks } from '#runner/contract/hidden-text.ts'
import type { Finding } from './finding.ts'
import type { SkillCheck } from './judge.ts'
import { decisive, type VerdictWord } from './score.ts'

/** Whether the log of a workflow of GitHub reads the output. */
export const isInWorkflow = (): boolean => process.env.GITHUB_ACTIONS === 'true'

/** The annotation of GitHub for the findings of a skill. Absent: the findings decide nothing. */
const commands: Readonly<Partial<Record<VerdictWord, 'error' | 'warning'>>> = { block: 'error', review: 'warning' }

/**
 * One line for each finding that decides: `path:line:column: RULE skill: why`, as editors and log viewers read it.
 *
 * @param folder begins the path; relative to the repository
 * @param annotates whether the findings of a blocked or doubtful skill are annotations of GitHub, with the same text
 */
export function findingLines(folder: string, check: SkillCheck, annotates: boolean): string[] {
  const command = annotates ? commands[check.verdict] : undefined
  return decisive(check).map((finding) => {
    const { rule, line, column, why } = finding
    const path = pathOf(folder, finding)
    const text = withMarks(`${path}:${line}:${column}: ${rule} ${check.name}: ${why}`)
    if (command === undefined) return text
    const facts = { file: path, line, col: column, title: `${rule} ${check.name}` }
    const properties = Object.entries(facts).map(([name, value]) => `${name}=${encoded(`${value}`, /[%:,]/g)}`)
    return `::${command} ${properties.join()}::${encoded(text, /%/g)}`
  })
}

const pathOf = (folder: string, { file }: Finding) => withMarks([folder, file].filter((part) => part !== '').join('/'))

/** As GitHub decodes it, so that no name of a file begins another command. */
const encoded = (text: string, special: RegExp): string => text.replace(special, encodeURIComponent)
