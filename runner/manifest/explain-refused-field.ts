import type { SkillManifest } from '../contract/manifest.ts'
import type { SkillInput } from '../contract/skill-io.ts'
import { quoted } from '../quoted.ts'
import { takenWords } from './schema-words.ts'

const longestDescription = 240

/**
 * A field that a skill refused although its schema let it pass, as a phrase that goes on after the field's name: what it is, and
 * what the manifest says that the skill takes there. Only the skill knows why, and its own text goes nowhere. `undefined`: the
 * schema of the action does not have the field.
 */
export function explainRefusedField(
  { input_schema }: Pick<SkillManifest, 'input_schema'>,
  { action, params }: Pick<SkillInput, 'action' | 'params'>,
  field: string,
): string | undefined {
  const properties = Object.hasOwn(input_schema, action) ? input_schema[action]?.properties : undefined
  const schema = isRecord(properties) && Object.hasOwn(properties, field) ? properties[field] : undefined
  if (!isRecord(schema)) return undefined
  const value = Object.hasOwn(params, field) ? params[field] : undefined
  const about = typeof schema.description === 'string' ? ` (${oneLine(schema.description)})` : ''
  return `${cannotBe(value)}: the skill takes ${takenWords(schema)}${about}`
}

function cannotBe(value: unknown): string {
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
