import type { Params } from '../contract/capabilities/action-contract.ts'
import { isObject, type Json } from '../contract/skill-io.ts'

const maxDepth = 16
const maxValues = 2_000
const maxCharacters = 64 * 1024

/** Params within the bounds, or the reason why they exceed them. */
type BoundParams = { readonly ok: true; readonly params: Params } | { readonly ok: false; readonly excess: string }

/** Checks size and depth of params without recursion, before anything recurses into them. */
export function boundParams(params: unknown): BoundParams {
  const excess = excessOf(params)
  if (excess !== undefined) return { ok: false, excess }
  return isParams(params) ? { ok: true, params } : { ok: false, excess: notParams }
}

const notParams = 'must be an object of JSON values'

/** Why the params exceed the bounds. `undefined`: they are JSON within the bounds. */
function excessOf(params: unknown): string | undefined {
  let values = 0
  let characters = 0
  const open: { value: unknown; depth: number }[] = [{ value: params, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    values += 1
    if (values > maxValues) return `hold more than ${maxValues} values`
    if (!isJsonKind(value)) return notParams
    if (depth > maxDepth) return `are nested deeper than ${maxDepth} levels`
    if (typeof value === 'string') characters += value.length
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        characters += Array.isArray(value) ? 0 : key.length
        if (key === '__proto__' || open.push({ value: inner, depth: depth + 1 }) > maxValues) {
          return key === '__proto__' ? 'have a key named __proto__' : `hold more than ${maxValues} values`
        }
      }
    }
    if (characters > maxCharacters) return `hold more than ${maxCharacters / 1024} KB of text`
  }
  return undefined
}

/** The name of the first field with this text as its value or name. `undefined`: there is none. */
export function fieldOfText(value: Json, text: string, field = ''): string | undefined {
  if (value === text) return field
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const name = field === '' ? key : `${field}.${key}`
    const found = key === text ? name : fieldOfText(inner, text, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The number of values in `value`, including itself, and the number of characters in its texts and names. */
export function sizeOf(value: Json): { values: number; characters: number } {
  if (typeof value === 'string') return { values: 1, characters: value.length }
  const size = { values: 1, characters: 0 }
  if (typeof value !== 'object' || value === null) return size
  for (const [key, inner] of Object.entries(value)) {
    const { values, characters } = sizeOf(inner)
    size.values += values
    size.characters += characters + (Array.isArray(value) ? 0 : key.length)
  }
  return size
}

/** Checks only the outermost type, because `excessOf` has checked the contents. */
const isParams = (value: unknown): value is Params => isObject(value)

/** Whether JSON can represent the value. Checks that an object is plain, but not its values. */
function isJsonKind(value: unknown): boolean {
  if (isObject(value)) {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null
  }
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean', 'object'].includes(typeof value)
}
