import { Ajv, type ErrorObject } from 'ajv'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { RE2JS } from 're2js'
import { quoted } from '../quoted.ts'
import { type JsonSchema, type SchemaFinding, weighSchema } from './schema-weight.ts'
import { createTextCost, type TextCost } from './text-cost.ts'

/** Bounds what compiling a schema may cost. */
const maxWeight = 2_000

/**
 * Bounds what one validation may cost: each rule at each value, or at 64 characters of text. Most take less than a microsecond.
 */
const maxChecks = 400_000
const charactersPerValue = 64

/** How much one validation may look at: a count of values and of characters of texts. */
type ParamsSize = { readonly values: number; readonly characters: number }

/** True when `schema` may take too long to check params of this size. */
export function createSizeLimit(schema: JsonSchema): (size: ParamsSize) => boolean {
  const { weight } = weighSchema(schema)
  return ({ values, characters }) => weight * (values + characters / charactersPerValue) > maxChecks
}

/** Formats whose meaning is plain and whose check is cheap. */
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

/** Schemas come from skills, so their patterns run on an engine that is linear in the text, whatever the pattern. */
const linearRegExp = (cost: TextCost) =>
  Object.assign(
    (pattern: string) => {
      const compiled = RE2JS.compile(pattern)
      const size = compiled.programSize()
      const test = (text: string): boolean => {
        cost.charge(size, text)
        return compiled.matcher(text).find()
      }
      // ajv tells patterns apart by their text: without one, all of a schema would be the first.
      return { test, toString: () => pattern }
    },
    { code: 'linearRegExp' },
  )

/**
 * An ajv that refuses what it does not know, changes no value, and fills in defaults.
 *
 * @param options.cost what its validations spend; they throw a TextCostError when it is used up
 */
export function createAjv({ allErrors, cost }: { allErrors: boolean; cost: TextCost }): Ajv {
  const ajv = new Ajv({
    // Unknown keywords and formats are errors; habits of writing a right schema are not.
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors,
    coerceTypes: false,
    useDefaults: true,
    messages: false,
    verbose: true,
    logger: false,
    addUsedSchema: false,
    code: { regExp: linearRegExp(cost) },
  })
  for (const name of formatNames) ajv.addFormat(name, fullFormats[name])
  return ajv
}

/**
 * Checks the JSON Schema of one action's params: it is for an object, uses known keywords, refers only to its own
 * definitions and never in a circle, is small with its references followed, and compiles.
 */
export function checkInputSchema(schema: JsonSchema): SchemaFinding[] {
  if (schema.type !== 'object') {
    return [{ path: ['type'], message: 'is not object', remedy: 'params are an object: write type: object' }]
  }
  const { weight, findings } = weighSchema(schema)
  if (findings.length > 0) return findings
  if (weight > maxWeight) {
    return [{ path: [], message: 'has too many rules', remedy: 'describe the params with fewer of them' }]
  }
  return compileFindings(schema)
}

function compileFindings(schema: JsonSchema): SchemaFinding[] {
  const ajv = createAjv({ allErrors: true, cost: createTextCost() })
  try {
    if (ajv.validateSchema(schema) === true) {
      ajv.compile(schema)
      return []
    }
    return (ajv.errors ?? []).slice(0, 5).map((error) => ({
      path: pointerParts(error.instancePath),
      message: 'is not valid JSON Schema',
      remedy: keywordRemedy(error),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ path: [], message: `does not compile: ${quoted(reason)}`, remedy: 'correct the schema' }]
  }
}

function keywordRemedy({ keyword, params }: ErrorObject): string {
  if (keyword === 'type') return `write what is of type ${String(params.type)}`
  const allowed: unknown = params.allowedValues
  return Array.isArray(allowed) ? `write one of ${allowed.map(String).join(', ')}` : `it breaks the rule ${keyword}`
}

function pointerParts(pointer: string): PropertyKey[] {
  const parts = pointer.split('/').slice(1)
  return parts.map((part) => {
    const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
    return /^(0|[1-9]\d{0,8})$/.test(plain) ? Number(plain) : plain
  })
}
