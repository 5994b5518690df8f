import { Ajv, type ErrorObject } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { RE2JS } from 're2js'
import { quoted } from './manifest-problem.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const maxPatternCharacters = 200
/** Of one action, with each `$ref` counted as often as it is followed: bounds what a validation may cost. */
const maxWeight = 2_000
const patternWeight = 20

/** Formats whose meaning is plain and whose check is cheap. */
const formatNames = ['date', 'time', 'date-time', 'email', 'hostname', 'uri', 'uuid', 'ipv4', 'ipv6'] as const
export type FormatName = (typeof formatNames)[number]

/** Schemas come from skills, so their patterns run on an engine that is linear in the text, whatever the pattern. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern)
    return { test: (text: string): boolean => compiled.matcher(text).find() }
  },
  { code: 'linearRegExp' },
)

/** An ajv that refuses what it does not know, changes no value, and fills in defaults. */
export function createAjv({ allErrors }: { allErrors: boolean }): Ajv {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors,
    coerceTypes: false,
    useDefaults: true,
    messages: false,
    verbose: true,
    logger: false,
    addUsedSchema: false,
    code: { regExp: linearRegExp },
  })
  for (const name of formatNames) ajv.addFormat(name, fullFormats[name])
  return ajv
}

/** What is wrong with a schema and where in it. */
export type SchemaFinding = { readonly path: readonly PropertyKey[]; readonly message: string; readonly remedy: string }

/**
 * Checks the JSON Schema of one action's params: it is for an object, refers only to itself and never in a circle,
 * is small with its references followed, and compiles.
 */
export function checkInputSchema(schema: JsonSchema): SchemaFinding[] {
  if (schema.type !== 'object') {
    return [{ path: ['type'], message: 'is not object', remedy: 'params are an object: add type: object' }]
  }
  const findings: SchemaFinding[] = []
  const weight = weigh(schema, schema, [], new Set(), new Map(), findings)
  if (weight > maxWeight)
    findings.push({ path: [], message: 'is too large a schema', remedy: 'describe the params with fewer rules' })
  return findings.length > 0 ? findings.slice(0, 20) : compileFinding(schema)
}

function compileFinding(schema: JsonSchema): SchemaFinding[] {
  const ajv = createAjv({ allErrors: true })
  try {
    if (ajv.validateSchema(schema) === true) {
      ajv.compile(schema)
      return []
    }
    return (ajv.errors ?? []).slice(0, 5).map((error) => ({
      path: pointerParts(error.instancePath),
      message: `is not valid JSON Schema (${keywordText(error)})`,
      remedy: 'correct the schema here',
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ path: [], message: `does not compile: ${quoted(reason)}`, remedy: 'correct the schema' }]
  }
}

function keywordText({ keyword, params }: ErrorObject): string {
  const allowed: unknown = params.allowedValues ?? params.type
  return allowed === undefined ? keyword : `${keyword}: ${String(allowed)}`
}

/**
 * How many rules a validation may have to follow, `Infinity` when they never end. Each schema is weighed once, so
 * that finding an exploding one is cheap.
 */
function weigh(
  node: unknown,
  root: JsonSchema,
  path: readonly PropertyKey[],
  open: Set<object>,
  weighed: Map<object, number>,
  findings: SchemaFinding[],
): number {
  if (typeof node !== 'object' || node === null) return 0
  const known = weighed.get(node)
  if (known !== undefined) return known
  if (open.has(node)) {
    findings.push({ path, message: 'refers to itself', remedy: 'describe the params without recursion' })
    return 0
  }
  open.add(node)
  let weight = 1
  for (const [key, value] of Object.entries(node)) {
    const place = [...path, Array.isArray(node) ? Number(key) : key]
    // Values that are data, not rules.
    if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') weight += 1
    else weight += weigh(value, root, place, open, weighed, findings)
    if (key === '$ref' && typeof value === 'string') weight += weighReference(value, place)
    if (refusedKeywords.has(key) && isSchemaNode(path)) {
      findings.push({
        path: place,
        message: 'is not supported',
        remedy: 'remove it; use $ref: "#/definitions/…" to reuse a part',
      })
    }
    if (key === 'pattern' && typeof value === 'string') weight += checkPattern(value, place, findings)
    if (key === 'patternProperties' && typeof value === 'object' && value !== null) {
      for (const pattern of Object.keys(value)) weight += checkPattern(pattern, [...place, pattern], findings)
    }
  }
  open.delete(node)
  weighed.set(node, weight)
  return weight

  function weighReference(reference: string, place: readonly PropertyKey[]): number {
    if (!reference.startsWith('#/')) {
      findings.push({
        path: place,
        message: 'leads outside of this schema',
        remedy: 'refer to a part of it: "#/definitions/…"',
      })
      return 0
    }
    const target = pointerParts(reference.slice(1)).reduce<unknown>(childOf, root)
    if (typeof target !== 'object' || target === null) {
      findings.push({ path: place, message: 'refers to nothing', remedy: 'define it under definitions' })
      return 0
    }
    return weigh(target, root, place, open, weighed, findings)
  }
}

const refusedKeywords = new Set(['$id', 'id', '$schema', '$async', '$dynamicRef', '$recursiveRef', '$anchor', '$data'])

/** False where the keys are names of params, which may be anything. */
function isSchemaNode(path: readonly PropertyKey[]): boolean {
  const last = path.at(-1)
  return last !== 'properties' && last !== 'definitions' && last !== '$defs'
}

function checkPattern(pattern: string, path: readonly PropertyKey[], findings: SchemaFinding[]): number {
  if (pattern.length > maxPatternCharacters) {
    findings.push({ path, message: `is longer than ${maxPatternCharacters} characters`, remedy: 'shorten the pattern' })
    return patternWeight
  }
  try {
    RE2JS.compile(pattern)
  } catch {
    const remedy = 'use RE2 syntax: no look-around, no back-references'
    findings.push({ path, message: `is not a pattern that can be matched in linear time: ${quoted(pattern)}`, remedy })
  }
  return patternWeight
}

function pointerParts(pointer: string): PropertyKey[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => {
    const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
    return /^(0|[1-9]\d{0,8})$/.test(plain) ? Number(plain) : plain
  })
}

function childOf(node: unknown, part: PropertyKey): unknown {
  return typeof node === 'object' && node !== null
    ? Object.entries(node).find(([key]) => key === String(part))?.[1]
    : undefined
}
