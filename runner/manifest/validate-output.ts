import type { ErrorObject, ValidateFunction } from 'ajv'
import { isObject, type Json } from '../contract/skill-io.ts'
import { partAt, partsOfPointer } from '../core/parts-of.ts'
import { pointerText } from '../core/step-mapping.ts'
import { sizeOf } from './bound-params.ts'
import { explainError } from './explain-input-errors.ts'
import { createAjv, createCheckCount, createTextCost, maxChecks, maxSteps, TextCostError } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

/** Bounds the checks of all results of one execution: at most about a second, in slices of one result. */
const maxChecksOfAll = 50 * maxChecks
/** The same for the patterns, each of which may need many steps at each character. */
const maxStepsOfAll = 10 * maxSteps

type Wrong = () => readonly [field: string, phrase: string]

/**
 * Starts the check of the results of one execution against the schema that the manifest declares for each. Call the
 * returned function with each result, which it leaves unchanged. It returns why the result is wrong, without any text of
 * the result, or `undefined`.
 */
export type OutputCheck = () => (result: Json) => Wrong | undefined

/** Compiles the schema at once. Throws for a schema that `buildSkill` did not check. */
export function createOutputCheck(schema: JsonSchema): OutputCheck {
  const cost = createTextCost()
  const validate = createAjv({ allErrors: false, cost, useDefaults: false }).compile(schema)
  const checksOf = createCheckCount(schema)
  const names = namesIn(schema)
  return () => {
    let left = maxChecksOfAll
    let steps = maxStepsOfAll
    return (result) => {
      const checks = checksOf(sizeOf(result))
      left -= checks
      if (checks > maxChecks || left < 0) return tooLarge
      cost.reset(steps)
      const error = firstError(validate, result)
      const isNearlyUsedUp = steps < maxSteps
      steps -= cost.used()
      if (error === 'too long') return isNearlyUsedUp ? tooLarge : tooLong
      return error && (() => explainError(withoutText(error, names, result)))
    }
  }
}

const tooLarge: Wrong = () => [
  '',
  'is too large to be checked against its schema: return less, or describe it in fewer rules',
]
const tooLong: Wrong = () => ['', 'has a text that is too long for the patterns of its schema: shorten it']

function firstError(validate: ValidateFunction, result: Json): ErrorObject | 'too long' | undefined {
  try {
    return validate(result) ? undefined : validate.errors?.[0]
  } catch (error) {
    if (error instanceof TextCostError) return 'too long'
    throw error
  }
}

/** Stands for each name that the schema does not list. */
const unlisted = 'unlisted'

/** Nothing of the error is from the result, apart from listed names and positions in lists. */
function withoutText(error: ErrorObject, names: ReadonlySet<string>, result: Json): ErrorObject {
  let holder: unknown = result
  const parts = partsOfPointer(error.instancePath).map((part) => {
    const isKnown = Array.isArray(holder) || names.has(part)
    holder = partAt(holder, [part])
    return isKnown ? part : unlisted
  })
  const params = 'additionalProperty' in error.params ? { additionalProperty: unlisted } : error.params
  return { ...error, params, instancePath: pointerText(parts) }
}

/** The names of all properties that a schema lists, at any depth. */
function namesIn(schema: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const inner of schema) namesIn(inner, names)
  if (!isObject(schema)) return names
  if (isObject(schema.properties)) for (const name of Object.keys(schema.properties)) names.add(name)
  for (const inner of Object.values(schema)) namesIn(inner, names)
  return names
}
