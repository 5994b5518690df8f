import { isObject, Json } from '../contract/skill-io.ts'
import { partAt, partsOfPointer } from './parts-of.ts'

/**
 * Where a parameter of a step comes from: a JSON Pointer such as `/input/from` or `/steps/0/results/0/id`, a fixed
 * value, or an object or list of these.
 */
export type Mapping =
  | { readonly kind: 'pointer'; readonly parts: readonly string[] }
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, Mapping> }
  | { readonly kind: 'list'; readonly items: readonly Mapping[] }

/** What pointers read: the params of the call, and the outputs of the steps so far. */
export type MappingSource = { readonly input: Json; readonly steps: readonly Json[] }

/** A part of a mapping that is none of the four kinds. */
export type MappingFault = { readonly path: readonly PropertyKey[]; readonly message: string; readonly remedy: string }

const pointerForm = /^(\/([^~/]|~[01])*)+$/
/** Limited because code that walks mappings recurses. */
const maxDepth = 16

/**
 * Reads what an author wrote: a text is a pointer, and an object with the one key `value` is a fixed value. `faults`
 * receives the parts that are neither; they are left out.
 */
export function readMapping(written: unknown, faults: MappingFault[] = [], path: readonly PropertyKey[] = []): Mapping {
  const left: Mapping = { kind: 'value', value: null }
  const fault = (message: string, remedy: string): Mapping => {
    faults.push({ path, message, remedy })
    return left
  }
  if (path.length > maxDepth) return fault(`is nested deeper than ${maxDepth} levels`, 'nest fewer objects and lists')
  if (typeof written === 'string') {
    if (pointerForm.test(written)) return { kind: 'pointer', parts: partsOfPointer(written) }
    return fault('is not a pointer', 'write a pointer like /input/from, or a fixed value as { value: … }')
  }
  if (Array.isArray(written)) {
    return { kind: 'list', items: written.map((item, at) => readMapping(item, faults, [...path, at])) }
  }
  if (!isObject(written)) return fault('is a fixed value', 'write it as { value: … }')
  const keys = Object.keys(written)
  if (keys.length === 1 && keys[0] === 'value') {
    const fixed = Json.safeParse(written.value)
    return fixed.success ? { kind: 'value', value: fixed.data } : fault('has no value', 'write a value')
  }
  return readParams(written, faults, path)
}

/** Reads the params of a step, which are always an object: here `value` is a parameter like any other. */
export function readParams(
  written: Readonly<Record<string, unknown>>,
  faults: MappingFault[] = [],
  path: readonly PropertyKey[] = [],
): Extract<Mapping, { kind: 'object' }> {
  const fields = Object.keys(written).map((key) => [key, readMapping(written[key], faults, [...path, key])] as const)
  return { kind: 'object', fields: new Map(fields) }
}

/** The pointers of a mapping, with the path of each within it. */
export function pointersIn(
  mapping: Mapping,
  path: readonly PropertyKey[] = [],
): readonly { readonly path: readonly PropertyKey[]; readonly parts: readonly string[] }[] {
  switch (mapping.kind) {
    case 'pointer':
      return [{ path, parts: mapping.parts }]
    case 'value':
      return []
    case 'object':
      return [...mapping.fields].flatMap(([key, inner]) => pointersIn(inner, [...path, key]))
    case 'list':
      return mapping.items.flatMap((inner, at) => pointersIn(inner, [...path, at]))
  }
}

/** The value of a mapping. `undefined`: a pointer finds nothing. A field of an object that finds nothing is left out. */
export function fillMapping(mapping: Mapping, source: MappingSource): Json | undefined {
  switch (mapping.kind) {
    case 'pointer': {
      const found = Json.safeParse(partAt(source, mapping.parts))
      return found.success ? found.data : undefined
    }
    case 'value':
      return mapping.value
    case 'object': {
      const filled = [...mapping.fields].map(([key, inner]) => [key, fillMapping(inner, source)] as const)
      return Object.fromEntries(filled.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))
    }
    case 'list': {
      const filled = mapping.items.map((inner) => fillMapping(inner, source))
      return filled.flatMap((value) => (value === undefined ? [] : [value]))
    }
  }
}

export const pointerText = (parts: readonly string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
