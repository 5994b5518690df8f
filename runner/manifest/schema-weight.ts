import { RE2JS } from 're2js'
import { isObject } from '../contract/skill-io.ts'
import { quoted } from '../core/quoted.ts'
import { didYouMean } from './did-you-mean.ts'

/** A problem in a schema, with its path. */
export type SchemaFinding = { readonly path: readonly PropertyKey[]; readonly message: string; readonly remedy: string }

export type JsonSchema = Readonly<Record<string, unknown>>

const maxPatternCharacters = 200
/** The cost of a pattern or format in plain rules. High, because the check reads the whole text. */
const patternWeight = 20
/** The limit of a compiled pattern. A short pattern can be expensive: `a{1000}` has a thousand instructions. */
const maxInstructions = 2_000
const instructionsPerRule = 50
/** The cost of `uniqueItems` in plain rules. High, because the check compares every item with every other. */
const uniqueItemsWeight = 100
/** Comparing a value with this many entries of a list costs as much as one plain rule. */
const enumValuesPerRule = 10
/** The maximum number of values in a keyword: the meta-schema compares each entry of an `enum` with every other. */
const maxValuesOfKeyword = 1_000
/** The cost of a branch in plain rules: a branch that does not match creates an error. */
const branchWeight = 2
/** The deepest nesting of schemas, including references. Limited because code that walks schemas recurses. */
const maxDepth = 64
const maxFindings = 20

/** The keywords that a params schema may use, by the kind of their value. */
const keywords = {
  schema: [
    'additionalProperties',
    'propertyNames',
    'items',
    'additionalItems',
    'contains',
    'not',
    'if',
    'then',
    'else',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'items'],
  map: ['properties', 'patternProperties', 'definitions', '$defs'],
  data: [
    ...['type', 'required', 'enum', 'const', 'format', 'pattern', 'nullable', 'default', '$ref'],
    ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
    ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
    ...['title', 'description', 'examples', '$comment', 'deprecated'],
  ],
}
/** Keywords whose value is compared or copied as a whole. */
const dataKeywords = ['enum', 'const', 'default', 'required', 'examples']
const knownKeywords = [...new Set(Object.values(keywords).flat())]

/**
 * The number of rules that a validation may have to check. Each reference counts as often as it is followed, but each
 * definition is weighed only once, so that detecting an exponentially growing schema is cheap.
 */
export function weighSchema(root: JsonSchema): { weight: number; findings: SchemaFinding[] } {
  const findings: SchemaFinding[] = []
  const open = new Set<unknown>()
  const weighed = new Map<unknown, number>()
  let hasLargePattern = false
  const report = (path: readonly PropertyKey[], message: string, remedy: string): void => {
    if (findings.length < maxFindings) findings.push({ path, message, remedy })
  }

  function weigh(schema: unknown, path: readonly PropertyKey[]): number {
    if (!isObject(schema)) return 1
    const known = weighed.get(schema)
    if (known !== undefined) return known
    if (open.size >= maxDepth) {
      report(path, `is nested deeper than ${maxDepth} schemas`, 'nest fewer schemas')
      return 1
    }
    open.add(schema)
    checkRequired(schema, path)
    let weight = 1
    for (const [keyword, value] of Object.entries(schema)) {
      const place = [...path, keyword]
      if (!knownKeywords.includes(keyword)) {
        const remedy = didYouMean(keyword, knownKeywords, 'remove it')
        report(place, 'is not a supported keyword of a params schema', remedy)
      } else if (keyword === '$ref') weight += weighReference(value, place)
      else if (keyword === 'pattern') weight += weighPattern(value, place)
      else if (keyword === 'format') weight += patternWeight
      else if (keyword === 'uniqueItems') weight += uniqueItemsWeight
      else if (dataKeywords.includes(keyword)) weight += weighData(value, place)
      else weight += weighInner(keyword, value, place)
    }
    open.delete(schema)
    weighed.set(schema, weight)
    return weight
  }

  function weighData(value: unknown, path: readonly PropertyKey[]): number {
    const values = countUpTo(value, maxValuesOfKeyword)
    if (values > maxValuesOfKeyword) {
      report(path, `holds more than ${maxValuesOfKeyword} values`, 'write fewer, or a pattern')
    }
    return Math.ceil(values / enumValuesPerRule)
  }

  function checkRequired(schema: Record<string, unknown>, path: readonly PropertyKey[]): void {
    const { required, properties, additionalProperties } = schema
    if (additionalProperties !== false || !Array.isArray(required) || !isObject(properties)) return
    for (const [index, name] of required.entries()) {
      if (typeof name !== 'string' || name in properties || 'patternProperties' in schema) continue
      const remedy = didYouMean(name, Object.keys(properties), 'describe it under properties')
      report([...path, 'required', index], `${quoted(name)} is required, but not allowed`, remedy)
    }
  }

  function weighInner(keyword: string, value: unknown, path: readonly PropertyKey[]): number {
    if (Array.isArray(value) && keywords.list.includes(keyword)) {
      const own = keyword === 'anyOf' || keyword === 'oneOf' ? branchWeight * value.length : 0
      return value.reduce<number>((sum, inner: unknown, index) => sum + weigh(inner, [...path, index]), own)
    }
    if (keywords.schema.includes(keyword)) return weigh(value, path)
    if (!keywords.map.includes(keyword) || !isObject(value)) return 1
    let weight = 1
    for (const [name, inner] of Object.entries(value)) {
      if (keyword === 'patternProperties') weight += weighPattern(name, [...path, name])
      const own = weigh(inner, [...path, name])
      // A definition counts only where it is referenced.
      if (keyword !== 'definitions' && keyword !== '$defs') weight += own
    }
    return weight
  }

  function weighReference(reference: unknown, path: readonly PropertyKey[]): number {
    const [, group = '', name = ''] = /^#\/(definitions|\$defs)\/([\w-]+)$/.exec(String(reference)) ?? []
    const definitions = root[group]
    const target = isObject(definitions) ? definitions[name] : undefined
    if (target === undefined) {
      report(
        path,
        'refers to a missing definition of this schema',
        'write "#/definitions/NAME" with the name of a definition in it',
      )
      return 1
    }
    if (open.has(target)) {
      report(path, 'refers to its own parent', 'describe the params without recursion')
      return 1
    }
    return weigh(target, [group, name])
  }

  function weighPattern(pattern: unknown, path: readonly PropertyKey[]): number {
    if (typeof pattern !== 'string') return 1
    if (pattern.length > maxPatternCharacters) {
      report(path, `is longer than ${maxPatternCharacters} characters`, 'shorten the pattern')
      return patternWeight
    }
    // One large pattern is enough to refuse the schema, so others are not compiled.
    if (hasLargePattern) return patternWeight
    const instructions = instructionsOf(pattern)
    hasLargePattern = instructions > maxInstructions
    if (Number.isNaN(instructions)) {
      report(
        path,
        `is not a supported pattern: ${quoted(pattern)}`,
        'use RE2 syntax: no look-around, no back-references',
      )
    } else if (hasLargePattern) {
      report(path, `repeats too much: ${quoted(pattern)}`, 'repeat fewer times, and use maxLength for the length')
    }
    return patternWeight + Math.ceil(instructions / instructionsPerRule || 0)
  }

  return { weight: weigh(root, []), findings }
}

/** The number of instructions of a compiled pattern. NaN: the pattern cannot run in linear time. */
function instructionsOf(pattern: string): number {
  try {
    return RE2JS.compile(pattern).programSize()
  } catch {
    return Number.NaN
  }
}

/** The number of values in `value` at any depth, including itself. Stops counting at `most` + 1. */
function countUpTo(value: unknown, most: number): number {
  const open = [value]
  let count = 0
  for (; open.length > 0 && count <= most; count += 1) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner: unknown[] = Object.values(next)
    open.push(...inner.slice(0, most + 1))
  }
  return count
}
