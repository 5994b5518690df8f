import { Ajv } from 'ajv'
import * as z from 'zod'
import type { ActionContract, CompileShape, WrongResult } from '../contract/capabilities/action-contract.ts'
import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import type { SkillInput, SkillReturn } from '../contract/skill-io.ts'
import { partsOfPointer } from '../core/parts-of.ts'
import { inputParsing, problemsOf } from '../manifest/input-problems.ts'
import { createOutputCheck, type OutputCheck } from '../manifest/validate-output.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

type Results = SkillReturn['results']

/** Results that break the contract of their action. For the log and the author; contains no text from the results. */
export type BrokenResults = {
  readonly count: number
  readonly of: number
  /** For example `results.3.legs.0.arrival.time: is required`. At most `maxFindings`. */
  readonly findings: readonly string[]
}

const maxFindings = 10

/** Why a result is wrong, as a field inside of it and a phrase. Called only for the findings that are shown. */
type Wrong = () => readonly [field: string, phrase: string]

/** The checks of contracts and of the output schemas of manifests, compiled when first used. */
const contractChecks = new WeakMap<ActionContract, ReturnType<ActionContract['checkOfResult']>>()
const outputChecks = new WeakMap<object, OutputCheck>()

/** Checks one result after the other. `undefined`: nothing describes the results. */
function checkOf(
  { capability, actions }: Pick<SkillManifest, 'capability' | 'actions'>,
  action: string,
): ((result: Results[number]) => Wrong | undefined) | undefined {
  const contract = contractOf(capability).get(action)
  if (contract !== undefined) {
    const wrongOf = keptIn(contractChecks, contract, () => contract.checkOfResult(compileShape))
    return (result) => {
      const wrong = wrongOf(result)
      return wrong && (() => whyWrong(contract, result, wrong))
    }
  }
  const output = actions[action]?.output
  return output && keptIn(outputChecks, output, () => createOutputCheck(output))()
}

function keptIn<Key extends object, Value>(kept: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
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

/**
 * Returns the results that match the contract of their action, or else the output schema that the manifest has for it,
 * unchanged, and the problems of the others.
 */
export async function checkResults(
  manifest: Pick<SkillManifest, 'capability' | 'actions'>,
  { action }: Pick<SkillInput, 'action'>,
  results: Results,
): Promise<Checked> {
  const check = checkOf(manifest, action)
  return check === undefined ? { kept: results, broken: undefined } : runInSlices(checking(check, results))
}

type Checked = {
  readonly kept: Results
  readonly broken: BrokenResults | undefined
  /** The first problem: a field of the output, and a phrase that continues its name. */
  readonly first?: readonly [field: string, phrase: string] | undefined
}

function* checking(check: (result: Results[number]) => Wrong | undefined, results: Results): Generator<void, Checked> {
  const kept: Results = []
  const found: [field: string, phrase: string][] = []
  for (const [at, result] of results.entries()) {
    yield
    const wrong = check(result)
    if (wrong === undefined) kept.push(result)
    else if (found.length < maxFindings) {
      const [field, phrase] = wrong()
      found.push([field === '' ? `results.${at}` : `results.${at}.${field}`, phrase])
    }
  }
  const count = results.length - kept.length
  if (count === 0) return { kept, broken: undefined }
  const findings = found.map(([field, phrase]) => `${field}: ${phrase}`)
  return { kept, broken: { count, of: results.length, findings }, first: found[0] }
}

/** Uses only the schema's own phrases, so that a finding contains no provider text. */
function whyWrong({ result }: ActionContract, value: unknown, wrong: WrongResult): readonly [string, string] {
  if (wrong.of === 'rule') return [wrong.problem.path.map(String).join('.'), wrong.problem.message]
  const { error } = result.safeParse(upTo(value, wrong.path), inputParsing)
  const [[field, phrase] = [wrong.path.join('.'), 'does not match its schema']] = error ? problemsOf(error, '') : []
  return [field, phrase]
}

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
