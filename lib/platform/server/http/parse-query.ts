import type * as z from 'zod'
import { givenTwice } from '#runner/contract/field-fault.ts'
import { readQueryValues } from '../../model/query-values.ts'
import { parseInput, refuseProblems } from './input-error.ts'
import type { Outcome } from './outcome.ts'

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
