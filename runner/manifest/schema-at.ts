import { isObject } from '../contract/skill-io.ts'
import type { JsonSchema } from './schema-weight.ts'

/** The types of JSON Schema. `integer` is a kind of number. */
const allTypes = ['null', 'boolean', 'object', 'array', 'number', 'string'] as const
type TypeName = (typeof allTypes)[number]

/** Alternatives of a schema, each without references and alternatives of its own. Bounded, because they multiply. */
const maxAlternatives = 64
const maxDepth = 64

/**
 * What may stand at a path in values that a schema describes, as alternatives. Empty: the schema describes nothing
 * there.
 */
export function schemasAt(root: JsonSchema, path: readonly string[]): readonly JsonSchema[] {
  let found = plain(root, root)
  for (const part of path) found = found.flatMap((schema) => below(schema, part).flatMap((one) => plain(one, root)))
  return found.slice(0, maxAlternatives)
}

/** Whether every value that the schema accepts has a value at the path, also by a default. */
export function isAlwaysAt(root: JsonSchema, path: readonly string[]): boolean {
  return path.every((part, at) =>
    schemasAt(root, path.slice(0, at)).every((schema) => {
      const own = below(schema, part)
      return namesIn(schema.required).includes(part) || own.some((one) => isObject(one) && 'default' in one)
    }),
  )
}

/** Whether some value fits both one of the sources and one of the targets, by type and by listed values. */
export const canFit = (sources: readonly JsonSchema[], targets: readonly JsonSchema[]): boolean =>
  sources.some((source) => targets.some((target) => overlap(source, target)))

/** The types of alternatives, for a message. */
export const typesIn = (schemas: readonly JsonSchema[]): string =>
  [...new Set(schemas.flatMap((schema): readonly string[] => (isFree(schema) ? ['anything'] : typesOf(schema))))].join(
    ' or ',
  )

/** The properties that an object schema requires. */
export const requiredOf = ({ required }: JsonSchema): readonly string[] => namesIn(required)

/** Whether an object may have properties that the schema does not list, because it says so. */
export const isOpen = ({ additionalProperties }: JsonSchema): boolean =>
  additionalProperties !== undefined && additionalProperties !== false

function overlap(source: JsonSchema, target: JsonSchema): boolean {
  const [given, wanted] = [valuesOf(source), valuesOf(target)]
  if (given && wanted) return given.some((value) => wanted.includes(value))
  const types = typesOf(target)
  return typesOf(source).some((type) => types.includes(type))
}

/** The listed values, if they are texts, numbers or the like. */
function valuesOf({ const: only, enum: listed }: JsonSchema): readonly unknown[] | undefined {
  const values = only === undefined ? listed : [only]
  return Array.isArray(values) && !values.some((value) => typeof value === 'object') ? values : undefined
}

const isFree = (schema: JsonSchema) => typesOf(schema).length === allTypes.length

function typesOf(schema: JsonSchema): readonly TypeName[] {
  const { type, nullable } = schema
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (type === undefined && Array.isArray(values)) return [...new Set(values.map(typeOfValue))]
  if (type === undefined) return allTypes
  const named = (Array.isArray(type) ? type : [type]).map((name) => (name === 'integer' ? 'number' : name))
  return allTypes.filter((name) => named.includes(name) || (name === 'null' && nullable === true))
}

function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return allTypes.find((name) => name === typeof value) ?? 'object'
}

/** The schemas of a property or an element. */
function below({ properties, additionalProperties, items }: JsonSchema, part: string): readonly unknown[] {
  if (isObject(properties) && Object.hasOwn(properties, part)) return [properties[part]]
  if (isObject(additionalProperties)) return [additionalProperties]
  return /^(0|[1-9]\d{0,8})$/.test(part) && isObject(items) ? [items] : []
}

function plain(schema: unknown, root: JsonSchema, depth = 0): readonly JsonSchema[] {
  if (!isObject(schema) || depth > maxDepth) return []
  const { $ref, anyOf, oneOf, allOf, ...own } = schema
  if (typeof $ref === 'string') return plain(definitionOf(root, $ref), root, depth + 1)
  const groups = [anyOf, oneOf].filter(Array.isArray)
  const alternatives = groups.map((group) => group.flatMap((one: unknown) => plain(one, root, depth + 1)))
  const parts = Array.isArray(allOf) ? allOf.map((one: unknown) => plain(one, root, depth + 1)) : []
  return [...alternatives, ...parts].reduce<readonly JsonSchema[]>(
    (all, group) => all.flatMap((one) => group.map((other) => merged(one, other))).slice(0, maxAlternatives),
    [own],
  )
}

function merged(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = { ...Object(one.properties), ...Object(other.properties) }
  const required = [...namesIn(one.required), ...namesIn(other.required)]
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

function definitionOf(root: JsonSchema, reference: string): unknown {
  const [, group = '', name = ''] = /^#\/(definitions|\$defs)\/(.+)$/.exec(reference) ?? []
  const definitions = root[group]
  return isObject(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : undefined
}

const namesIn = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
