import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import type { Json, SkillInput } from '../contract/skill-io.ts'
import { quoted } from '../quoted.ts'
import { actionSchemaOf, schemaOfField } from './action-schema.ts'
import { takenWords } from './schema-words.ts'

const longestDescription = 240

/**
 * A field that a skill refused although its params passed their check, as a phrase that goes on after the field's name: what it is,
 * and what the skill takes there. Only the skill knows why, and its own text goes nowhere. `undefined`: the action does not
 * have the field.
 *
 * @param field as a caller writes it, or as the skill gets it: `date`, `slices.0.date`
 */
export function explainRefusedField(
  manifest: Pick<SkillManifest, 'capability' | 'actions' | 'input_schema'>,
  { action, params }: Pick<SkillInput, 'action' | 'params'>,
  field: string,
): string | undefined {
  const schema = actionSchemaOf(manifest, action)
  const found = schema && schemaOfField(schema, field)
  if (found === undefined) return undefined
  const named = contractOf(manifest.capability).get(action)?.named(params) ?? params
  const about = typeof found.description === 'string' ? ` (${oneLine(found.description)})` : ''
  return `${cannotBe(valueAt(named, field))}: the skill takes ${takenWords(found)}${about}`
}

function valueAt(params: Json, field: string): Json | undefined {
  let found: Json | undefined = params
  for (const part of field.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = Reflect.get(found, part)
  }
  return found
}

function cannotBe(value: Json | undefined): string {
  if (value === undefined) return 'cannot be left out here'
  if (typeof value === 'string') return `cannot be ${quoted(value)}`
  if (Array.isArray(value)) return 'cannot be this list'
  return typeof value === 'object' && value !== null ? 'cannot be this object' : `cannot be ${String(value)}`
}

/** A manifest's text, fit to stand in a sentence. */
function oneLine(text: string): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const shown = plain.length > longestDescription ? `${plain.slice(0, longestDescription)}…` : plain
  return shown.replace(/\.$/, '')
}
