import { Ajv } from 'ajv'
import * as z from 'zod'
import type { ActionContract, CompileShape, WrongResult } from '../contract/capabilities/action-contract.ts'
import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import type { SkillInput, SkillReturn } from '../contract/skill-io.ts'
import { partsOfPointer } from '../core/parts-of.ts'
import { inputParsing, problemsOf } from '../manifest/input-problems.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

type Results = SkillReturn['results']

/** Results that break the capability's contract. For the log and the author; contains no text from the results. */
export type BrokenResults = {
  readonly count: number
  readonly of: number
  /** For example `results.3.legs.0.arrival.time: is required`. At most `maxFindings`. */
  readonly findings: readonly string[]
}

const maxFindings = 10

/**
 * Compiled when a contract is first used. A compiled check copies nothing and takes a tenth of the time of parsing.
 */
type Check = ReturnType<ActionContract['checkOfResult']>

const checks = new WeakMap<ActionContract, Check>()

function checkOf(contract: ActionContract): Check {
  const known = checks.get(contract)
  if (known !== undefined) return known
  const made = contract.checkOfResult(compileShape)
  checks.set(contract, made)
  return made
}

/** Format validation is off because Zod also writes each format as a pattern. */
const compileShape: CompileShape = <Value>(shape: z.ZodType<unknown, Value>) => {
  const validate = new Ajv({ validateFormats: false }).compile(
    z.toJSONSchema(shape, { io: 'input', target: 'draft-7' }),
  )
  return {
    holds: (value): value is Value => validate(value),
    brokenAt: () => partsOfPointer(validate.errors?.[0]?.instancePath ?? ''),
  }
}

/** Returns the results that meet the contract, unchanged, and the problems of the others. */
export async function checkResults(
  { capability }: Pick<SkillManifest, 'capability'>,
  { action }: Pick<SkillInput, 'action'>,
  results: Results,
): Promise<Checked> {
  const contract = contractOf(capability).get(action)
  return contract === undefined ? { kept: results, broken: undefined } : runInSlices(checking(contract, results))
}

type Checked = { readonly kept: Results; readonly broken: BrokenResults | undefined }

function* checking(contract: ActionContract, results: Results): Generator<void, Checked> {
  const kept: Results = []
  const findings: string[] = []
  const wrongOf = checkOf(contract)
  for (const [at, result] of results.entries()) {
    yield
    const wrong = wrongOf(result)
    if (wrong === undefined) kept.push(result)
    else if (findings.length < maxFindings) findings.push(`results.${at}${findingOf(contract, result, wrong)}`)
  }
  const count = results.length - kept.length
  return { kept, broken: count === 0 ? undefined : { count, of: results.length, findings } }
}

/** Uses only the schema's own phrases, so that a finding contains no provider text. */
function findingOf({ result }: ActionContract, value: unknown, wrong: WrongResult): string {
  if (wrong.of === 'rule') return sentence(wrong.problem.path.map(String).join('.'), wrong.problem.message)
  const { error } = result.safeParse(upTo(value, wrong.path), inputParsing)
  const [first] = error ? problemsOf(error, '') : []
  return first ? sentence(first[0], first[1]) : sentence(wrong.path.join('.'), 'does not match its schema')
}

const sentence = (field: string, problem: string) => `${field === '' ? '' : `.${field}`}: ${problem}`

const maxBesideThePath = 20

/**
 * The value with shorter lists: a list on the path to the fault ends at the faulty element, and any other list keeps
 * its first few elements. A schema reports every fault of a value, so a million faulty parts would exhaust the memory.
 */
function upTo(value: unknown, path: readonly string[]): unknown {
  const [next, ...rest] = path
  const inner = (name: string, part: unknown) => upTo(part, name === next ? rest : [])
  if (Array.isArray(value)) {
    const last = next === undefined ? maxBesideThePath : Number(next) + 1
    return value.slice(0, last).map((part, at) => inner(String(at), part))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(name, part)]))
}
