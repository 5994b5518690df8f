import type * as z from 'zod'
import { contractOf } from './contract/capabilities/capability-contracts.ts'
import { inputWords } from './contract/input-words.ts'
import type { SkillManifest } from './contract/manifest.ts'
import type { SkillInput, SkillReturn } from './contract/skill-io.ts'
import { problemsOf } from './input-problems.ts'

type Results = SkillReturn['results']

/** Results that break the contract of the capability. It is for log and author: nothing of what stood in them is in it. */
export type BrokenResults = {
  readonly count: number
  readonly of: number
  /** Of the first ones, such as `results.3.legs.0.arrival.time: is required`. */
  readonly findings: readonly string[]
}

const mostFindings = 10

/** The results that keep to the contract, as the skill gave them, and what is wrong with the others. */
export function checkResults(
  { capability }: Pick<SkillManifest, 'capability'>,
  { action }: Pick<SkillInput, 'action'>,
  results: Results,
): { readonly kept: Results; readonly broken: BrokenResults | undefined } {
  const contract = contractOf(capability).get(action)
  if (contract === undefined) return { kept: results, broken: undefined }
  const kept: Results = []
  const findings: string[] = []
  for (const [at, result] of results.entries()) {
    const checked = contract.result.safeParse(result, { error: inputWords, reportInput: true })
    if (checked.success) kept.push(result)
    else if (findings.length < mostFindings) findings.push(findingOf(checked.error, at))
  }
  const count = results.length - kept.length
  return { kept, broken: count === 0 ? undefined : { count, of: results.length, findings } }
}

/** The first thing that is wrong with a result; a schema's own words, so that none of them is a provider's. */
function findingOf(error: z.core.$ZodError, at: number): string {
  const [[field, problem] = ['', 'does not have the agreed form']] = problemsOf(error, '')
  return `results.${at}${field === '' ? '' : `.${field}`}: ${problem}`
}
