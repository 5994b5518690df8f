import { Ajv, type ErrorObject } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { RE2JS } from 're2js'
import type { Json } from '../contract/skill-io.ts'
import { canonicalJson } from '../core/canonical-json.ts'
import { partsOfPointer } from '../core/parts-of.ts'
import { quoted } from '../core/quoted.ts'
import { type JsonSchema, type SchemaFinding, weighSchema } from './schema-weight.ts'

/** Bounds the cost of compiling a schema. */
const maxWeight = 2_000

/**
 * Bounds the cost of one validation. One check is one rule at one value, or at 64 characters of text. Most checks take
 * under a microsecond.
 */
export const maxChecks = 400_000
const charactersPerValue = 64

/** The size of the value of one validation: the number of values and of characters in texts. */
type ValueSize = { readonly values: number; readonly characters: number }

/** The most checks that a validation of a value of this size may need. */
export function createCheckCount(schema: JsonSchema): (size: ValueSize) => number {
  const { weight } = weighSchema(schema)
  return ({ values, characters }) => weight * (values + characters / charactersPerValue)
}

/** Returns true when `schema` might take too long to check params of this size. */
export function createSizeLimit(schema: JsonSchema): (size: ValueSize) => boolean {
  const checksOf = createCheckCount(schema)
  return (size) => checksOf(size) > maxChecks
}

/** Formats with a clear meaning and a cheap check. */
const formatNames = [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'uri',
  'uuid',
  'ipv4',
  'ipv6',
] as const

/** Schemas come from skills, so their patterns run on an engine with linear time for every pattern. */
const linearRegExp = (cost: TextCost) =>
  Object.assign(
    (pattern: string) => {
      const compiled = RE2JS.compile(pattern)
      const size = compiled.programSize()
      const test = (text: string): boolean => {
        cost.charge(size, text)
        return compiled.matcher(text).find()
      }
      // Ajv identifies patterns by `toString`. Without it, ajv would use the first pattern of a schema for all of them.
      return { test, toString: () => pattern }
    },
    { code: 'linearRegExp' },
  )

/** Ajv compares every item with every other. Equal items have equal texts, so one look at each is enough. */
const areUnique = (isWanted: boolean, items: readonly Json[]): boolean =>
  !isWanted || new Set(items.map(canonicalJson)).size === items.length

/**
 * An Ajv that rejects unknown keywords and never coerces values.
 *
 * @param options.cost the budget of each validation, which throws a TextCostError when the budget is used up
 * @param options.useDefaults whether a validation fills in defaults, which it does unless told otherwise
 */
export function createAjv({
  allErrors,
  cost,
  useDefaults = true,
}: {
  allErrors: boolean
  cost: TextCost
  useDefaults?: boolean
}): Ajv {
  const ajv = new Ajv({
    // Unknown keywords and formats are errors. The style checks of strict mode stay off.
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors,
    coerceTypes: false,
    useDefaults,
    messages: false,
    verbose: true,
    logger: false,
    addUsedSchema: false,
    // Compiling the schema of schemas takes ten times as long as the schema of an action. `checkInputSchema` checks it.
    validateSchema: false,
    code: { regExp: linearRegExp(cost) },
  })
  for (const name of formatNames) ajv.addFormat(name, fullFormats[name])
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique, errors: false })
  return ajv
}

/**
 * Checks the JSON Schema of one action's params, or of one of its results: it must describe an object, use known
 * keywords, refer only to its own definitions without recursion, stay small after the references are expanded, and
 * compile.
 */
export function checkInputSchema(schema: JsonSchema): SchemaFinding[] {
  if (schema.type !== 'object') {
    return [{ path: ['type'], message: 'must be object', remedy: 'params are an object: write type: object' }]
  }
  const { weight, findings } = weighSchema(schema)
  if (findings.length > 0) return findings
  if (weight > maxWeight) {
    return [
      {
        path: [],
        message: 'is too complex to be checked in bounded time',
        remedy: 'use fewer properties, alternatives and values',
      },
    ]
  }
  return compileFindings(schema)
}

/** Keeps the compiled schema of schemas, and never compiles the schema of a skill. */
let ofSchemas: Ajv | undefined

function compileFindings(schema: JsonSchema): SchemaFinding[] {
  ofSchemas ??= createAjv({ allErrors: true, cost: createTextCost() })
  try {
    if (ofSchemas.validateSchema(schema) === true) {
      createAjv({ allErrors: true, cost: createTextCost() }).compile(schema)
      return []
    }
    return (ofSchemas.errors ?? []).slice(0, 5).map((error) => ({
      path: pathOf(error.instancePath),
      message: 'is not valid JSON Schema',
      remedy: keywordRemedy(error),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ path: [], message: `does not compile: ${quoted(reason)}`, remedy: 'correct the schema' }]
  }
}

function keywordRemedy({ keyword, params }: ErrorObject): string {
  if (keyword === 'type') return `write a value of type ${String(params.type)}`
  const allowed: unknown = params.allowedValues
  return Array.isArray(allowed) ? `write one of ${allowed.map(String).join(', ')}` : `it breaks the rule ${keyword}`
}

function pathOf(pointer: string): PropertyKey[] {
  return partsOfPointer(pointer).map((part) => (/^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : part))
}

/**
 * The maximum number of steps in one validation. One step is one pattern instruction at one character, about 60 ns.
 * Without a limit, 90 patterns on 64 KB of text would block the process for seconds, even with a linear-time engine.
 */
export const maxSteps = 2_000_000

/** Thrown if checking `text` against the patterns of a schema would take too long. */
export class TextCostError extends Error {
  override readonly name = 'TextCostError'
  readonly text: string

  constructor(text: string) {
    super('A text takes too long to check.')
    this.text = text
  }
}

/** The budget of one validation for reading texts. */
export type TextCost = {
  /** Call before the work. Throws a TextCostError if the work exceeds the budget. */
  charge(stepsPerCharacter: number, text: string): void
  /** Restores the budget: to the full one, or to less. */
  reset(budget?: number): void
  /** The steps of the work since the last reset. */
  used(): number
}

export function createTextCost(): TextCost {
  let most = maxSteps
  let steps = 0
  return {
    charge(stepsPerCharacter, text) {
      const more = stepsPerCharacter * text.length
      if (steps + more > most) throw new TextCostError(text)
      steps += more
    },
    reset(budget = maxSteps) {
      most = Math.min(budget, maxSteps)
      steps = 0
    },
    used: () => steps,
  }
}
