import * as z from 'zod'
import { inputSchemaOf } from '../contract/action-rule.ts'
import type { ActionContract } from '../contract/capabilities/action-contract.ts'
import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import { isObject } from '../contract/skill-io.ts'
import type { JsonSchema } from './schema-weight.ts'

/**
 * The params of a skill's action as JSON Schema with descriptions: the capability's contract, narrowed by the manifest.
 * `undefined`: neither defines the action.
 */
export function actionSchemaOf(
  manifest: Pick<SkillManifest, 'capability' | 'actions' | 'input_schema'>,
  action: string,
): JsonSchema | undefined {
  const contract = contractOf(manifest.capability).get(action)
  const own = inputSchemaOf(manifest, action)
  if (contract === undefined) return own
  const agreed = schemaOfContract(contract)
  return own === undefined ? agreed : narrowed(agreed, own)
}

/** The schema of what a caller may send, before normalization. */
export function schemaOfContract({ params }: ActionContract): JsonSchema {
  return z.toJSONSchema(params, { io: 'input' })
}

/** The names of the properties in an object schema. */
export function namesIn({ properties }: JsonSchema): string[] {
  return isObject(properties) ? Object.keys(properties) : []
}

/** The schema of a field like `slices.0.date`. `undefined`: there is no such field. */
export function schemaOfField(schema: JsonSchema, field: string): JsonSchema | undefined {
  let found: unknown = schema
  for (const part of field.split('.')) {
    if (!isObject(found)) return undefined
    const { properties, items } = found
    if (/^\d+$/.test(part)) found = items
    else found = isObject(properties) && Object.hasOwn(properties, part) ? properties[part] : undefined
  }
  return isObject(found) ? found : undefined
}

/**
 * Overrides the rules of the wide schema by those of the narrow one. Keeps the descriptions and the required fields of
 * the wide schema.
 */
function narrowed(wide: JsonSchema, narrow: JsonSchema): JsonSchema {
  const names = new Set([...namesIn(wide), ...namesIn(narrow)])
  const both = [...names].map((name) => [name, { ...schemaOfField(wide, name), ...schemaOfField(narrow, name) }])
  const required = [...new Set([...requiredIn(wide), ...requiredIn(narrow)])]
  return { ...wide, ...narrow, ...(required.length > 0 && { required }), properties: Object.fromEntries(both) }
}

function requiredIn({ required }: JsonSchema): readonly unknown[] {
  return Array.isArray(required) ? required : []
}
