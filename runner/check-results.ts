import { Ajv } from 'ajv'
import * as z from 'zod'
import type { ActionContract, CompileShape, WrongResult } from './contract/capabilities/action-contract.ts'
import { contractOf } from './contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from './contract/manifest.ts'
import type { SkillInput, SkillReturn } from './contract/skill-io.ts'
import { inputParsing, problemsOf } from './input-problems.ts'
import { runInSlices } from './slices/run-in-slices.ts'

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
type Check = ReturnType<ActionContract['checkOfResult']>

const checks = new WeakMap<ActionContract, Check>()

function checkOf(contract: ActionContract): Check {
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
  return {
    holds: (value): value is Value => validate(value),
    brokenAt: () => pathOf(validate.errors?.[0]?.instancePath ?? ''),
  }
}

/** The results that keep to the contract, as the skill gave them, and what is wrong with the others. */
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
    else if (findings.length < mostFindings) findings.push(`results.${at}${findingOf(contract, result, wrong)}`)
  }
  const count = results.length - kept.length
  return { kept, broken: count === 0 ? undefined : { count, of: results.length, findings } }
}

/** In a schema's own words, so that none of them is a provider's. */
function findingOf({ result }: ActionContract, value: unknown, wrong: WrongResult): string {
  if (wrong.of === 'rule') return sentence(wrong.problem.path.map(String).join('.'), wrong.problem.message)
  const { error } = result.safeParse(upTo(value, wrong.path), inputParsing)
  const [first] = error ? problemsOf(error, '') : []
  return first ? sentence(...first) : sentence(wrong.path.join('.'), 'does not have the agreed form')
}

const sentence = (field: string, problem: string) => `${field === '' ? '' : `.${field}`}: ${problem}`

const mostBesideThePath = 20

/**
 * The value with its lists cut: on the way to what is wrong, where that is; elsewhere after the first few. A schema finds fault with
 * every part of what it parses, and a million parts would take all memory.
 */
function upTo(value: unknown, path: readonly string[]): unknown {
  const [next, ...rest] = path
  const inner = (name: string, part: unknown) => upTo(part, name === next ? rest : [])
  if (Array.isArray(value)) {
    const last = next === undefined ? mostBesideThePath : Number(next) + 1
    return value.slice(0, last).map((part, at) => inner(String(at), part))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(name, part)]))
}

/** A JSON pointer in its parts. */
function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}
