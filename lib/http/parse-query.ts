import type * as z from 'zod'
import { readQueryValues } from '#lib/travel/query-values.ts'
import { givenTwice } from '#runner/contract/input-words.ts'
import { parseInput, refuseFields } from './input-error.ts'
import type { Outcome } from './outcome.ts'

/**
 * A parser of query strings for a schema. A name that the schema does not have, or a single value given twice, is
 * INVALID_INPUT.
 */
export function createQueryParser<Schema extends z.ZodObject>(
  schema: Schema,
): (search: URLSearchParams) => Outcome<z.output<Schema>> {
  const known = Object.keys(schema.shape).join(', ')

  return (search) => {
    const { values, twice, unknown } = readQueryValues(search, schema.shape)
    if (unknown.length > 0 || twice.length > 0) {
      return refuseFields([
        ...unknown.map((name) => [name, `is not known here; known are ${known}`] as const),
        ...twice.map((name) => [name, givenTwice] as const),
      ])
    }
    return parseInput(schema, values, 'query')
  }
}
