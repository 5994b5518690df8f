import * as z from 'zod'
import { askedByAll } from '#lib/skills/server/registry/compositions.ts'
import { actionRuleOf } from '#runner/contract/action-rule.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import { actionSchemaOf } from '#runner/manifest/action-schema.ts'
import type { JsonSchema } from '#runner/manifest/schema-weight.ts'
import { isPersonal } from '#runner/policy/policy-sets.ts'
import type { SkillFunction } from './tool-names.ts'
import { travelToolOf } from './travel/travel-tools.ts'

/** A function that a model may call. */
export type Tool = {
  /** 1 to 64 letters, digits, _ and -. */
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments, which are an object. */
  readonly parameters: JsonSchema
  /** Whether a call changes nothing, not even the skill's memory of its caller or the operator's messages. */
  readonly readOnly: boolean
  /** Whether a call may change something other than by adding a memory or a message. */
  readonly destructive: boolean
  /** Whether a person must agree to each call. */
  readonly confirms: boolean
  /** Whether the skill may reach other hosts or run commands. */
  readonly reachesOut: boolean
}

/** The parameters of a function whose arguments this schema checks. */
export const parametersOf = (schema: z.ZodObject): JsonSchema => plain(z.toJSONSchema(schema))

/** The form of OpenAI's chat completions. */
export const chatTool = ({ name, description, parameters }: Tool) => ({
  type: 'function' as const,
  function: { name, description, parameters: plain(parameters) },
})

/** The form of OpenAI's Realtime and Responses APIs. */
export const realtimeTool = ({ name, description, parameters }: Tool) => ({
  type: 'function' as const,
  name,
  description,
  parameters: plain(parameters),
})

/** The schema without `$schema`, which these APIs do not accept. */
function plain({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

const longestDescription = 1024

const confirmationProperties = {
  confirmed: {
    type: 'boolean',
    description:
      'The answer of the person. Leave it out at first: the answer of this function then has a question for the person. Set it, with the same arguments, only after the person answered: true for a clear yes, else false.',
  },
  confirmation_id: { type: 'string', description: 'The id of the question that the person answered.' },
}

export function toolOf({ name, skill, action }: SkillFunction): Tool {
  const { manifest } = skill
  const permissions = askedByAll(skill)
  const rule = actionRuleOf(manifest, action ?? '')
  const { description, parameters } = described({ name, skill, ...(action === undefined ? {} : { action }) })
  const acts = rule.effects.some((effect) => effect !== 'read')
  const confirms = rule.confirmation.required
  const remark = confirms ? ' Needs the agreement of the person before it acts.' : ''
  return {
    name,
    description: `${withoutHidden(description).slice(0, longestDescription - remark.length)}${remark}`,
    parameters: confirms ? withConfirmation(parameters) : parameters,
    readOnly: !acts && !isPersonal(permissions),
    destructive: acts,
    confirms,
    reachesOut: permissions.network.egress.length > 0 || permissions.exec.length > 0,
  }
}

/** Whether the skill's own schema has a field `confirmed`, as the schemas of voice agents do. */
export function hasOwnConfirmed({ skill, action }: SkillFunction): boolean {
  return action !== undefined && 'confirmed' in partsOf(actionSchemaOf(skill.manifest, action) ?? {}).properties
}

function described({ skill, action }: SkillFunction): { description: string; parameters: JsonSchema } {
  const { manifest } = skill
  if (action === undefined) {
    return { description: manifest.description, parameters: anyAction }
  }
  const schema = actionSchemaOf(manifest, action) ?? {}
  const travel = travelToolOf(manifest.capability, action)
  if (travel)
    return { description: travel.description, parameters: narrowTo(schema, travel.parameters, travel.required) }
  const { description, ...parameters } = schema
  return {
    description: typeof description === 'string' ? description : `${manifest.description} Action: ${action}.`,
    parameters: { type: 'object', ...parameters },
  }
}

/** The schema for a skill that declares no actions. Its description says which actions it accepts. */
const anyAction: JsonSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', description: 'What the skill shall do.' },
    params: { type: 'object', description: 'The parameters of the action.' },
  },
  required: ['action'],
  additionalProperties: false,
}

function narrowTo(schema: JsonSchema, names: readonly string[], required: readonly string[]): JsonSchema {
  const { properties } = partsOf(schema)
  const kept = names.flatMap((name) => (Object.hasOwn(properties, name) ? [[name, properties[name]]] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(kept),
    // Not every dialect of JSON Schema accepts an empty list.
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function withConfirmation(schema: JsonSchema): JsonSchema {
  const { properties, required } = partsOf(schema)
  return {
    ...schema,
    properties: { ...properties, ...confirmationProperties },
    required: required.filter((name) => name !== 'confirmed'),
  }
}

type Parts = { readonly properties: { readonly [name: string]: unknown }; readonly required: readonly unknown[] }

function partsOf({ properties, required }: JsonSchema): Parts {
  return {
    properties:
      typeof properties === 'object' && properties !== null ? Object.fromEntries(Object.entries(properties)) : {},
    required: Array.isArray(required) ? required : [],
  }
}
