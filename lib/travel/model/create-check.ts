import type { CheckShape } from './check-shape.ts'

type Check = (value: unknown) => boolean

const isNamed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const types = {
  object: isNamed,
  array: Array.isArray,
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  null: (value: unknown) => value === null,
} satisfies Record<string, Check>

/**
 * Creates a type guard that checks whether a JSON value matches a shape and fills in defaults. Pages need no explanation
 * of a mismatch, so this is many times smaller than a validation library.
 */
export function createCheck<Value>(shape: CheckShape): (value: unknown) => value is Value {
  const checks: Check[] = []
  const { type, pattern, items, properties, propertyNames, additionalProperties } = shape
  const { enum: choices, minItems = 0, maxLength = Infinity, minimum = -Infinity, maximum = Infinity } = shape
  const { exclusiveMinimum = -Infinity, required = [] } = shape

  if (type) checks.push(types[type])
  if ('const' in shape) checks.push((value) => value === shape.const)
  if (choices) {
    const known = new Set<unknown>(choices)
    checks.push((value) => known.has(value))
  }
  if (type === 'number' || type === 'integer') {
    checks.push((value) => Number(value) >= minimum && Number(value) <= maximum && Number(value) > exclusiveMinimum)
  }
  if (type === 'string') checks.push((value) => String(value).length <= maxLength)
  if (pattern !== undefined) {
    const expression = new RegExp(pattern)
    checks.push((value) => expression.test(String(value)))
  }
  if (items) {
    const holds = createCheck(items)
    checks.push((value) => Array.isArray(value) && value.length >= minItems && value.every((part) => holds(part)))
  }
  if (properties) checks.push(checkOfParts(properties, required))
  for (const [of, at] of [[propertyNames, 0] as const, [additionalProperties, 1] as const]) {
    const holds = of && createCheck(of)
    if (holds) checks.push((value) => isNamed(value) && Object.entries(value).every((entry) => holds(entry[at])))
  }
  checks.push(...(shape.allOf ?? []).map((part) => createCheck(part)))
  for (const choice of [shape.anyOf, shape.oneOf]) {
    const either = choice?.map((part) => createCheck(part))
    if (either) checks.push((value) => either.some((holds) => holds(value)))
  }
  return (value): value is Value => allHold(checks, value)
}

/** A loop, because an answer has tens of thousands of values, and a function for each check would take as long again. */
function allHold(checks: readonly Check[], value: unknown): boolean {
  for (const holds of checks) if (!holds(value)) return false
  return true
}

/** One check of all properties, for the same reason. */
function checkOfParts(properties: Readonly<Record<string, CheckShape>>, required: readonly string[]): Check {
  const parts = Object.entries(properties).map(([name, part]) => ({
    name,
    holds: createCheck(part),
    byDefault: part.default,
    isAbsentFine: !required.includes(name),
  }))
  return (value) => {
    if (!isNamed(value)) return false
    for (const { name, holds, byDefault, isAbsentFine } of parts) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined
      if (given === undefined && byDefault !== undefined) value[name] = byDefault
      if (given === undefined ? !isAbsentFine : !holds(given)) return false
    }
    return true
  }
}
