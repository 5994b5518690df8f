import { Ajv } from 'ajv'
import * as z from 'zod'
import type { ActionContract, CompileShape } from './contract/capabilities/action-contract.ts'
import { contractOf } from './contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from './contract/manifest.ts'
import type { SkillInput, SkillReturn } from './contract/skill-io.ts'
import { inputParsing, problemsOf } from './input-problems.ts'

type Results = SkillReturn['results']

/** Results that break the contract of the capability. It is for log and author: nothing of what stood in them is in it. */
export type BrokenResults = {
  readonly count: number
  readonly of: number
  /** Of the first ones, such as `results.3.legs.0.arrival.time: is required`. */
  readonly findings: readonly string[]
}

const mostFindings = 10

/** Made at the first result of each contract. A compiled check makes no copies: it takes a tenth of the time that parsing does. */
const checks = new WeakMap<ActionContract, (result: unknown) => boolean>()

function checkOf(contract: ActionContract): (result: unknown) => boolean {
  const known = checks.get(contract)
  if (known !== undefined) return known
  const made = contract.checkOfResult(compileShape)
  checks.set(contract, made)
  return made
}

/** Zod writes each format as a pattern as well. */
const compileShape: CompileShape = <Value>(shape: z.ZodType<unknown, Value>) => {
  const validate = new Ajv({ validateFormats: false }).compile(
    z.toJSONSchema(shape, { io: 'input', target: 'draft-7' }),
  )
  return (value): value is Value => validate(value)
}

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
  const keeps = checkOf(contract)
  for (const [at, result] of results.entries()) {
    if (keeps(result)) kept.push(result)
    else if (findings.length < mostFindings) findings.push(findingOf(contract, result, at))
  }
  const count = results.length - kept.length
  return { kept, broken: count === 0 ? undefined : { count, of: results.length, findings } }
}

/** The first thing that is wrong with a result; in a schema's own words, so that none of them is a provider's. */
function findingOf({ result }: ActionContract, value: unknown, at: number): string {
  const { error } = result.safeParse(value, inputParsing)
  const [[field, problem] = ['', 'does not have the agreed form']] = error ? problemsOf(error, '') : []
  return `results.${at}${field === '' ? '' : `.${field}`}: ${problem}`
}
