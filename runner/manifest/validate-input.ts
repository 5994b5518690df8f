import type { ErrorObject, ValidateFunction } from 'ajv'
import { LRUCache } from 'lru-cache'
import type { SkillManifest } from '../contract/manifest.ts'
import type { Json } from '../contract/skill-io.ts'
import { quoted } from '../quoted.ts'
import type { LoadedSkill } from '../skill.ts'
import { closest } from './did-you-mean.ts'
import { explainInputErrors } from './explain-input-errors.ts'
import { createAjv } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

type Params = { [key: string]: Json }

/** `details` names each wrong field with a sentence that goes on after its name: `{ date: 'must be a date like …' }`. */
export type InputCheck =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly details: Record<string, string> }

/** Checks the input of one skill. The params of an `ok` are a copy, with the schema's defaults filled in. */
export type InputValidator = { validate(action: string, params: unknown): InputCheck }

const maxDepth = 16
const maxValues = 2_000
const maxCharacters = 64 * 1024
/** Beyond this the first wrong field is named, instead of each, so that a wrong list is no long answer. */
const maxValuesForAllErrors = 200

/**
 * Compiles the manifest's `input_schema`, each action when it is first asked for. A manifest that names no action
 * takes any: its code checks them. Throws for a schema that `buildSkill` did not check.
 */
export function createInputValidator({ manifest }: Pick<LoadedSkill, 'manifest'>): InputValidator {
  const actions = Object.keys(manifest.input_schema)
  const checks = new Map(actions.map((action) => [action, createActionCheck(manifest, action)]))
  return {
    validate(action, params) {
      const check = checks.get(action)
      if (check === undefined && actions.length > 0)
        return { ok: false, details: { action: actionRemedy(action, actions) } }
      const excess = excessOf(params)
      if (excess !== undefined) return { ok: false, details: { params: excess } }
      if (!isParams(params)) return { ok: false, details: { params: 'are an object of JSON values' } }
      return check === undefined ? { ok: true, params: structuredClone(params) } : check(params)
    },
  }
}

/** Keeps the validators of the skills in use, by digest. */
export type InputValidators = { of(skill: LoadedSkill): InputValidator }

/** `maxSkills` validators are kept; the one that was not asked for longest goes first. */
export function createInputValidators({ maxSkills = 256 }: { maxSkills?: number } = {}): InputValidators {
  const kept = new LRUCache<string, InputValidator>({ max: maxSkills })
  return {
    of(skill) {
      const key = `${skill.manifest.name} ${skill.digest}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = createInputValidator(skill)
      kept.set(key, made)
      return made
    },
  }
}

function createActionCheck(manifest: SkillManifest, action: string): (params: Params) => InputCheck {
  const schema: JsonSchema = manifest.input_schema[action] ?? {}
  let first: ValidateFunction | undefined
  let every: ValidateFunction | undefined
  return (params) => {
    const filled = structuredClone(params)
    first ??= createAjv({ allErrors: false }).compile(schema)
    if (first(filled)) return { ok: true, params: filled }
    let errors: readonly ErrorObject[] = first.errors ?? []
    if (countValues(params) <= maxValuesForAllErrors) {
      every ??= createAjv({ allErrors: true }).compile(schema)
      every(structuredClone(params))
      errors = every.errors ?? errors
    }
    return { ok: false, details: explainInputErrors(errors) }
  }
}

function actionRemedy(action: string, actions: readonly string[]): string {
  const meant = closest(action, actions)
  if (meant !== undefined) return `${quoted(action)} is not known: did you mean ${meant}?`
  return actions.length === 1 ? `must be ${actions.join('')}` : `must be one of ${actions.slice(0, 20).join(', ')}`
}

/** Bounds what a validation looks at, before anything recurses. `undefined`: JSON within the bounds. */
function excessOf(params: unknown): string | undefined {
  let values = 0
  let characters = 0
  const open: { value: unknown; depth: number }[] = [{ value: params, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    values += 1
    if (values > maxValues) return `hold more than ${maxValues} values`
    if (!isJsonKind(value)) return 'are an object of JSON values'
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

function countValues(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1)
}

/** What is inside was looked at by `excessOf`. */
function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True for what JSON can hold; of an object only that it is a plain one, not its values. */
function isJsonKind(value: unknown): boolean {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === Object.prototype || prototype === null
  }
  return typeof value === 'number' ? Number.isFinite(value) : ['string', 'boolean', 'object'].includes(typeof value)
}
