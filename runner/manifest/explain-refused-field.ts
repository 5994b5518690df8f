import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import { oneLine } from '../contract/hidden-text.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import type { SkillInput } from '../contract/skill-io.ts'
import { partAt } from '../core/parts-of.ts'
import { quoted } from '../core/quoted.ts'
import { actionSchemaOf, schemaOfField } from './action-schema.ts'
import { takenWords } from './schema-words.ts'

const longestDescription = 240

/**
 * Explains why a skill refused a field of params that passed the check, as a phrase to follow the field's name: the
 * value, and what the skill accepts. Never shows the skill's own reason. `undefined`: the action does not have the
 * field.
 *
 * @param field the caller's name or the skill's name: `date`, `slices.0.date`
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
  const about = typeof found.description === 'string' ? ` (${shortened(found.description)})` : ''
  const value = partAt(named, field.split('.'))
  // Without the last words, a value of the right form would seem to be refused for its form.
  const but = value === undefined ? '' : ', but not this value'
  return `${cannotBe(value)}: the skill accepts ${takenWords(found)}${about}${but}`
}

function cannotBe(value: unknown): string {
  if (value === undefined) return 'cannot be left out here'
  if (typeof value === 'string') return `cannot be ${quoted(value)}`
  if (Array.isArray(value)) return 'cannot be this list'
  return typeof value === 'object' && value !== null ? 'cannot be this object' : `cannot be ${String(value)}`
}

/** Reduces a text of a manifest to one short line, so that it fits into a sentence. */
function shortened(text: string): string {
  const plain = oneLine(text)
  const shown = plain.length > longestDescription ? `${plain.slice(0, longestDescription)}…` : plain
  return shown.replace(/\.$/, '')
}
