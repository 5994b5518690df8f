import type { CheckShape } from './check-shape.ts'

type Check = (value: unknown) => boolean

const isNamed = (value: unknown): value is object =>
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
  if (choices) checks.push((value) => choices.some((choice) => choice === value))
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
  for (const [name, part] of Object.entries(properties ?? {})) {
    const holds = createCheck(part)
    const isAbsentFine = !required.includes(name)
    checks.push((value) => {
      if (!isNamed(value)) return false
      const given: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
      if (given !== undefined) return holds(given)
      if (part.default !== undefined) Reflect.set(value, name, part.default)
      return isAbsentFine
    })
  }
  for (const [of, at] of [[propertyNames, 0] as const, [additionalProperties, 1] as const]) {
    const holds = of && createCheck(of)
    if (holds) checks.push((value) => isNamed(value) && Object.entries(value).every((entry) => holds(entry[at])))
  }
  checks.push(...(shape.allOf ?? []).map((part) => createCheck(part)))
  for (const choice of [shape.anyOf, shape.oneOf]) {
    const either = choice?.map((part) => createCheck(part))
    if (either) checks.push((value) => either.some((holds) => holds(value)))
  }
  return (value): value is Value => checks.every((holds) => holds(value))
}
