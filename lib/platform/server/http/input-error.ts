import type * as z from 'zod'
import { type FieldFaults, givenTwice } from '#runner/contract/field-fault.ts'
import { type FieldProblem, faultsOf, inputParsing, problemsOf } from '#runner/manifest/input-problems.ts'
import { readQueryValues } from '../../model/query-values.ts'
import { type Outcome, refuse } from './outcome.ts'
import { unstorableFields } from './storable-text.ts'

/**
 * Parses `value` or returns INVALID_INPUT: `details` names each field once, and the message names the first. In every
 * field, whatever the schema, refuses text that cannot be stored.
 *
 * @param whole the name of the value as a whole (`body`, `query`), for problems without a field
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
): Outcome<z.output<Schema>> {
  const unstorable = unstorableFields(value)
  if (unstorable.length > 0) return refuseProblems(unstorable)
  const parsed = schema.safeParse(value, inputParsing)
  return parsed.success ? { ok: true, value: parsed.data } : refuseProblems(problemsOf(parsed.error, whole))
}

export const refuseProblems = (problems: readonly FieldProblem[]) => refuseFields(faultsOf(problems))

export function refuseFields(faults: FieldFaults) {
  const [first] = Object.entries(faults)
  return refuse('INVALID_INPUT', { facts: first ? { detail: `${first[0]}: ${first[1].phrase}` } : {}, faults })
}

/**
 * Creates a parser of query strings for a schema. Unknown names and repeated single values are INVALID_INPUT.
 */
export function createQueryParser<Schema extends z.ZodObject>(
  schema: Schema,
): (search: URLSearchParams) => Outcome<z.output<Schema>> {
  const known = Object.keys(schema.shape).join(', ')

  return (search) => {
    const { values, twice, unknown } = readQueryValues(search, schema.shape)
    if (unknown.length > 0 || twice.length > 0) {
      return refuseProblems([
        ...unknown.map((name) => [name, `is not a known parameter: known are ${known}`] as const),
        ...twice.map((name) => [name, givenTwice, { code: 'twice' }] as const),
      ])
    }
    return parseInput(schema, values, 'query')
  }
}
