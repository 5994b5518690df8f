import * as z from 'zod'
import { actionRuleOf } from '../contract/action-rule.ts'
import { acceptedActions, contractOf } from '../contract/capabilities/capability-contracts.ts'
import type { SkillManifest, Step } from '../contract/manifest.ts'
import { type Mapping, pointerText, readParams } from '../core/step-mapping.ts'
import { actionSchemaOf } from './action-schema.ts'
import { didYouMean } from './did-you-mean.ts'
import { canFit, isAlwaysAt, isOpen, requiredOf, schemasAt, typesIn } from './schema-at.ts'
import type { JsonSchema, SchemaFinding } from './schema-weight.ts'

/** The levels of steps: a skill, its steps, and the steps of these. */
export const maxStepLevels = 3

/** What the checks read of each skill. */
export type StepManifest = Pick<
  SkillManifest,
  | 'name'
  | 'kind'
  | 'capability'
  | 'actions'
  | 'input_schema'
  | 'effects'
  | 'risk_level'
  | 'confirmation'
  | 'parents'
  | 'steps'
>

/** Finds the manifest of another skill. `undefined`: nothing is known of it, so nothing about it is checked. */
export type NamedManifest = (name: string) => StepManifest | undefined

/**
 * What is wrong with the steps of a skill beside the skills that they name: an unknown action, a parameter that the
 * action does not have or needs, a pointer to what no schema describes, and a value that cannot fit. The rules of
 * manifests have checked what a manifest says by itself.
 */
export function stepProblems(skill: StepManifest, named: NamedManifest): readonly SchemaFinding[] {
  const { steps = [] } = skill
  const names = longestSteps(skill, named)
  if (names.length > maxStepLevels) {
    const message = `have more than ${maxStepLevels} levels: ${names.join(' → ')}`
    return [{ path: ['steps'], message, remedy: 'name the skills of the inner steps directly' }]
  }
  return steps.flatMap((step, at) => problemsOfStep(skill, step, at, named))
}

/** The action of a skill of steps: its only one. */
export const actionOfSteps = (skill: Pick<StepManifest, 'capability' | 'actions' | 'input_schema'>): string =>
  acceptedActions(skill)[0] ?? ''

/** Whether an action of a skill acts: by its own rule, or by that of its last step. */
function actsIn(skill: StepManifest, action: string, named: NamedManifest, levels = maxStepLevels): boolean {
  const last = skill.steps?.at(-1)
  if (last === undefined) return actionRuleOf(skill, action).effects.includes('act')
  const found = levels > 0 ? named(last.skill) : undefined
  const owner = found && ownerOf(found, last.action, named)
  return owner === undefined || actsIn(owner, last.action, named, levels - 1)
}

function problemsOfStep(skill: StepManifest, step: Step, at: number, named: NamedManifest): SchemaFinding[] {
  const found = named(step.skill)
  if (found === undefined) return []
  const problem = (path: readonly PropertyKey[], message: string, remedy: string): SchemaFinding[] => [
    { path: ['steps', at, ...path], message, remedy },
  ]
  const owner = ownerOf(found, step.action, named)
  if (owner === undefined) {
    const actions = acceptedActions(found)
    if (actions.length === 0) {
      const message = `${step.skill} describes no actions`
      return problem(['action'], message, `its author must describe ${step.action} in input_schema`)
    }
    const remedy = didYouMean(step.action, actions, `write one of ${actions.join(', ')}`)
    return problem(['action'], `${step.action} is not an action of ${step.skill}`, remedy)
  }
  const isLast = at === (skill.steps?.length ?? 0) - 1
  if (!isLast && actsIn(owner, step.action, named)) {
    return problem(['action'], `${step.action} acts, and only the last step may act`, 'make it the last step')
  }
  const target = actionSchemaOf(owner, step.action)
  if (target === undefined) {
    const message = `${step.action} of ${step.skill} has no input schema`
    return problem(['action'], message, `its author must describe ${step.action} in input_schema`)
  }
  const source: SourceOf = (parts) => sourceOf(skill, parts, named)
  const fit = { step, source, root: target }
  return problemsOfFit(readParams(step.params), plainAt(target), fit).map(({ path, ...rest }) => ({
    ...rest,
    path: ['steps', at, 'params', ...path],
  }))
}

/** What a pointer reads: the alternatives of its schema, or why it reads nothing that is described. */
type SourceOf = (parts: readonly string[]) => Source | { readonly message: string; readonly remedy: string }
type Source = {
  readonly schemas: readonly JsonSchema[]
  /** Whether a valid call always has a value there. A result may always be missing. */
  readonly isOptionalInput: boolean
}

type Fit = { readonly step: Step; readonly source: SourceOf; readonly root: JsonSchema }
const plainAt = (root: JsonSchema) => schemasAt(root, [])

function problemsOfFit(
  mapping: Mapping,
  targets: readonly JsonSchema[],
  fit: Fit,
  target: readonly string[] = [],
  isNeeded = false,
): SchemaFinding[] {
  const problem = (message: string, remedy: string): SchemaFinding[] => [{ path: [...target], message, remedy }]
  switch (mapping.kind) {
    case 'value': {
      if (canFit([{ const: mapping.value }], targets)) return []
      return problem('is a value that the action does not accept', `write ${typesIn(targets)} that it accepts`)
    }
    case 'pointer': {
      const source = fit.source(mapping.parts)
      const text = pointerText(mapping.parts)
      if ('message' in source) return problem(`${text} ${source.message}`, source.remedy)
      if (!canFit(source.schemas, targets)) {
        const message = `${text} is ${typesIn(source.schemas)}, which cannot be ${typesIn(targets)} as the action accepts it`
        return problem(message, 'map another value')
      }
      if (!(isNeeded && source.isOptionalInput)) return []
      return problem(
        `${text} may be absent, and the action needs a value`,
        'require it in the input schema of this skill',
      )
    }
    case 'list': {
      if (!canFit([{ type: 'array' }], targets)) return problem('is a list', `write ${typesIn(targets)}`)
      return mapping.items.flatMap((item, at) => {
        const place = [...target, String(at)]
        const inner = schemasAt(fit.root, place)
        return problemsOfFit(item, inner.length > 0 ? inner : [{}], fit, place)
      })
    }
    case 'object': {
      const objects = targets.filter((one) => canFit([{ type: 'object' }], [one]))
      if (objects.length === 0) return problem('is an object', `write ${typesIn(targets)}`)
      const needed = objects.map(requiredOf)
      const isRequired = (name: string) => needed.every((names) => names.includes(name))
      const missing = (needed[0] ?? []).filter((name) => isRequired(name) && !mapping.fields.has(name))
      return [
        ...missing.map((name) => ({
          path: [...target, name],
          message: `is missing, and ${fit.step.action} of ${fit.step.skill} needs it`,
          remedy: 'map a value to it',
        })),
        ...[...mapping.fields].flatMap(([name, inner]) => {
          const place = [...target, name]
          const found = schemasAt(fit.root, place)
          if (found.length > 0) return problemsOfFit(inner, found, fit, place, isRequired(name))
          if (objects.some(isOpen)) return problemsOfFit(inner, [{}], fit, place)
          const names = objects.flatMap(({ properties }) => Object.keys(Object(properties)))
          const message = `is not a parameter of ${fit.step.action} of ${fit.step.skill}`
          return [{ path: place, message, remedy: didYouMean(name, names, 'remove it') }]
        }),
      ]
    }
  }
}

function sourceOf(skill: StepManifest, [from, ...path]: readonly string[], named: NamedManifest): ReturnType<SourceOf> {
  if (from === 'input') {
    const schema = actionSchemaOf(skill, actionOfSteps(skill)) ?? {}
    return described(schema, path) ?? { schemas: schemasAt(schema, path), isOptionalInput: !isAlwaysAt(schema, path) }
  }
  const [number = '', , position, ...inner] = path
  const step = skill.steps?.[Number(number)]
  const found = step && named(step.skill)
  // The step before has its own problem.
  if (step === undefined || found === undefined) return { schemas: [{}], isOptionalInput: false }
  const schema = outputSchemaOf(found, step.action, named)
  if (schema === undefined) {
    const message = `reads the results of ${step.action} of ${step.skill}, which has no output schema`
    return { message, remedy: `its author must describe a result in actions.${step.action}.output` }
  }
  if (position === undefined) return { schemas: [{ type: 'array', items: schema }], isOptionalInput: false }
  return described(schema, inner) ?? { schemas: schemasAt(schema, inner), isOptionalInput: false }
}

/** Why a path reads nothing that the schema describes. `undefined`: it does. */
function described(schema: JsonSchema, path: readonly string[]) {
  const at = path.findIndex((_, index) => schemasAt(schema, path.slice(0, index + 1)).length === 0)
  if (at === -1) return undefined
  const names = schemasAt(schema, path.slice(0, at)).flatMap(({ properties }) => Object.keys(Object(properties)))
  const list = names.length > 0 ? `write one of ${names.slice(0, 20).join(', ')}` : 'point to its parent'
  return {
    message: `reads ${path[at]}, which its schema does not describe`,
    remedy: didYouMean(path[at] ?? '', names, list),
  }
}

/**
 * One result of an action as JSON Schema: from the contract of its capability, from the action itself, or from the last
 * step of a skill of steps. `undefined`: nothing describes it.
 */
function outputSchemaOf(
  skill: StepManifest,
  action: string,
  named: NamedManifest,
  levels = maxStepLevels,
): JsonSchema | undefined {
  const owner = ownerOf(skill, action, named)
  if (owner === undefined || levels < 0) return undefined
  const contract = contractOf(owner.capability).get(action)
  if (contract !== undefined) return z.toJSONSchema(contract.result, { io: 'input', unrepresentable: 'any' })
  const last = owner.steps?.at(-1)
  const found = last && named(last.skill)
  if (last) return found && outputSchemaOf(found, last.action, named, levels - 1)
  return Object.hasOwn(owner.actions, action) ? owner.actions[action]?.output : undefined
}

/** The skill whose manifest describes an action: the skill, or the parent that it inherits it from. */
function ownerOf(skill: StepManifest, action: string, named: NamedManifest, levels = 3): StepManifest | undefined {
  const isOwn = acceptedActions(skill).includes(action)
  if (isOwn && skill.kind !== 'prompt') return skill
  if (levels === 0) return undefined
  for (const name of skill.parents.toReversed()) {
    const parent = named(name)
    const owner = parent?.steps === undefined ? parent && ownerOf(parent, action, named, levels - 1) : undefined
    if (owner) return owner
  }
  return undefined
}

/** The longest line of skills of steps, up to one level more than allowed. */
function longestSteps(
  { name, steps = [] }: StepManifest,
  named: NamedManifest,
  levels = maxStepLevels,
): readonly string[] {
  if (levels === 0) return [name]
  const lines = steps.map((step) => {
    const found = named(step.skill)
    return found?.steps ? longestSteps(found, named, levels - 1) : []
  })
  return [name, ...lines.reduce((longest, line) => (line.length > longest.length ? line : longest), [])]
}
