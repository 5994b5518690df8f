import * as z from 'zod'

type Field = z.core.$ZodType
type Fields = Readonly<Record<string, Field>>

/** The values of a query, by the names of a schema's fields. */
type QueryValues = {
  readonly values: Readonly<Record<string, unknown>>
  /** Names with several values where one is allowed; `values` holds the first. */
  readonly twice: readonly string[]
  readonly unknown: readonly string[]
}

/**
 * Parses a query by a schema. Text becomes a number or boolean only if the schema expects one and the text is exactly
 * that (`2`, `true`, `1`; not `2px` or `yes`). Lists may repeat their name or be separated by commas. An empty value
 * counts as absent.
 */
export function readQueryValues(query: URLSearchParams, fields: Fields): QueryValues {
  const values: Record<string, unknown> = {}
  const twice: string[] = []
  const unknown: string[] = []
  for (const [name, pairs] of Map.groupBy(query, ([key]) => key)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const all = pairs.map(([, text]) => text)
    const given = all.filter((text) => text !== '')
    const [first] = given
    if (field === undefined) unknown.push(name)
    else if (first !== undefined) {
      values[name] = readValue(first, all, innermost(field))
      if (given.length > 1 && !isList(field)) twice.push(name)
    }
  }
  return { values, twice, unknown }
}

function readValue(first: string, all: readonly string[], field: Field): unknown {
  if (!(field instanceof z.ZodArray)) return readText(first, field)
  const item = innermost(field.element)
  // An empty list element is an error; only a wholly empty value is absent.
  return all.flatMap((text) => text.split(',')).map((part) => readText(part.trim(), item))
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

function readText(text: string, field: Field): unknown {
  if (field instanceof z.ZodNumber) return decimal.test(text) ? Number(text) : text
  if (!(field instanceof z.ZodBoolean)) return text
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : text
}

function isList(field: Field): boolean {
  return innermost(field) instanceof z.ZodArray
}

/** The field's schema without its wrappers for optional values. */
function innermost(field: Field): Field {
  const isAround =
    field instanceof z.ZodDefault ||
    field instanceof z.ZodOptional ||
    field instanceof z.ZodExactOptional ||
    field instanceof z.ZodNullable
  return isAround ? innermost(field.unwrap()) : field
}
