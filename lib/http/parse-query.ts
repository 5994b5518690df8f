import * as z from 'zod'
import { givenTwice } from '#runner/contract/input-words.ts'
import type { FieldProblem } from '#runner/input-problems.ts'
import { parseInput, refuseFields } from './input-error.ts'
import type { Outcome } from './outcome.ts'

type Kind = 'string' | 'number' | 'boolean' | 'array'
type Parameter = { readonly kinds: ReadonlySet<Kind>; readonly items: ReadonlySet<Kind> }

const JsonNode = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  items: z.unknown().optional(),
})

function readNode(node: unknown): Parameter {
  const parsed = JsonNode.safeParse(node)
  const kinds = new Set<Kind>()
  const items = new Set<Kind>()
  if (!parsed.success) return { kinds, items }
  const { type, anyOf = [], oneOf = [], enum: values = [], const: value, items: itemNode } = parsed.data
  const names = [type ?? [], values.map((one) => typeof one), value === undefined ? [] : typeof value].flat()
  for (const name of names) {
    if (name === 'integer' || name === 'number') kinds.add('number')
    else if (name === 'string' || name === 'boolean' || name === 'array') kinds.add(name)
  }
  for (const child of [...anyOf, ...oneOf].map(readNode)) {
    for (const kind of child.kinds) kinds.add(kind)
    for (const kind of child.items) items.add(kind)
  }
  if (itemNode !== undefined) for (const kind of readNode(itemNode).kinds) items.add(kind)
  return { kinds, items }
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/** Text becomes a number or a boolean only where the schema has one there and the text is exactly that. */
function readValue(text: string, kinds: ReadonlySet<Kind>): string | number | boolean {
  if (kinds.has('number') && decimal.test(text)) return Number(text)
  if (kinds.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (kinds.has('boolean') && !kinds.has('number') && (text === '1' || text === '0')) return text === '1'
  return text
}

/**
 * A parser of query strings for a schema. Numbers and booleans are read strictly (`2`, `true`, `1`; not `2px` or `yes`), lists
 * may repeat their name or be separated by commas, an empty value is the same as none. A name that the schema does not
 * have, or a single value given twice, is INVALID_INPUT.
 */
export function createQueryParser<Schema extends z.ZodObject>(
  schema: Schema,
): (search: URLSearchParams) => Outcome<z.output<Schema>> {
  const shape: Record<string, unknown> = schema.shape
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  const parameters = new Map(Object.keys(shape).map((name) => [name, readNode(described[name])]))
  const known = [...parameters.keys()].join(', ')

  return (search) => {
    const problems: FieldProblem[] = []
    const values: [string, unknown][] = []
    for (const [name, given] of Map.groupBy(search, ([key]) => key)) {
      const parameter = parameters.get(name)
      const all = given.map(([, text]) => text)
      const texts = all.filter((text) => text !== '')
      const [text] = texts
      if (parameter === undefined) problems.push([name, `is not known here; known are ${known}`])
      else if (text === undefined) continue
      else if (parameter.kinds.has('array')) {
        // One of several that is empty is a mistake, and not none.
        const parts = all.flatMap((one) => one.split(',')).map((part) => part.trim())
        values.push([name, parts.map((part) => readValue(part, parameter.items))])
      } else if (texts.length > 1) problems.push([name, givenTwice])
      else values.push([name, readValue(text, parameter.kinds)])
    }
    if (problems.length > 0) return refuseFields(problems)
    return parseInput(schema, Object.fromEntries(values), 'query')
  }
}
