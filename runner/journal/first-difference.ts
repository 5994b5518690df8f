import { canonicalJson, type JsonValue } from '../core/canonical-json.ts'

/**
 * The path of the first difference between two values, such as `results[3].price.amount`. Undefined: the values are
 * equal.
 */
export function firstDifference(a: JsonValue, b: JsonValue, path = ''): string | undefined {
  if (canonicalJson(a) === canonicalJson(b)) return undefined
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return path || 'the whole value'
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const name = Array.isArray(a) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const [one, other] = [left.get(key), right.get(key)]
    if (one === undefined || other === undefined) return name
    const found = firstDifference(one, other, name)
    if (found !== undefined) return found
  }
  return path || 'the whole value'
}

function isObject(value: JsonValue): value is readonly JsonValue[] | { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null
}
