import type { ErrorObject, ValidateFunction } from 'ajv'
import { LRUCache } from 'lru-cache'
import { actionRuleOf } from '../contract/action-rule.ts'
import type { ActionContract, Params } from '../contract/capabilities/action-contract.ts'
import { acceptedActions, contractOf } from '../contract/capabilities/capability-contracts.ts'
import { checkDays } from '../contract/capabilities/check-days.ts'
import { daysAnywhere } from '../contract/capabilities/search-days.ts'
import { phrasesOf } from '../contract/field-fault.ts'
import type { EventTimes } from '../contract/manifest.ts'
import type { Clock } from '../core/ports.ts'
import { quoted, shortName } from '../core/quoted.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { namesIn, schemaOfContract } from './action-schema.ts'
import { boundParams, fieldOfText, sizeOf } from './bound-params.ts'
import { checkTimes } from './check-times.ts'
import { closest } from './did-you-mean.ts'
import { explainInputErrors } from './explain-input-errors.ts'
import { detailsOf, problemsOf } from './input-problems.ts'
import { createAjv, createSizeLimit, createTextCost, TextCostError } from './input-schema.ts'
import type { JsonSchema } from './schema-weight.ts'

/** `details` maps each wrong field to a phrase that continues its name: `{ date: 'must be a date like …' }`. */
type InputCheck =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly details: Record<string, string> }

/** Checks the input of one skill. On success, `params` is a normalized copy with defaults filled in. */
type InputValidator = (action: string, params: unknown) => InputCheck

type InputValidatorPorts = { readonly clock: Pick<Clock, 'now'> }

type ActionCheck = (params: Params) => InputCheck

/** With more values, only the first wrong field is reported, so that a long invalid list gives a short answer. */
const maxValuesForAllErrors = 200

/**
 * Checks against the contract of the skill's capability, then the times of events, then against the manifest's own schema
 * of the action, which may narrow it. Schemas are compiled at first use. A skill that names no actions accepts any action: its
 * code checks the action. Throws for a schema that `buildSkill` did not check.
 */
export function createInputValidator(
  { manifest }: Pick<LoadedSkill, 'manifest'>,
  { clock }: InputValidatorPorts,
): InputValidator {
  const contract = contractOf(manifest.capability)
  const actions = acceptedActions(manifest)
  const checks = new Map(
    actions.map((action): [string, ActionCheck[]] => {
      const agreed = contract.get(action)
      const { input, times } = actionRuleOf(manifest, action)
      const steps = [
        ...(agreed ? [createContractCheck(agreed, clock)] : []),
        ...(times ? [createTimesCheck(times, clock)] : []),
        ...(input ? [createOwnCheck(input)] : []),
      ]
      return [action, steps]
    }),
  )
  return (action, params) => {
    const steps = checks.get(action)
    if (steps === undefined && actions.length > 0)
      return { ok: false, details: { action: actionRemedy(action, actions) } }
    const bound = boundParams(params)
    if (!bound.ok) return { ok: false, details: { params: bound.excess } }
    let checked: InputCheck = { ok: true, params: structuredClone(bound.params) }
    for (const step of steps ?? []) if (checked.ok) checked = step(checked.params)
    return checked
  }
}

/** The validators of the installed skills in use, kept by digest. */
export type InputValidators = (skill: LoadedSkill) => InputValidator

/** Keeps at most `maxSkills` validators and evicts the least recently used. */
export function createInputValidators({
  maxSkills = 256,
  ...ports
}: InputValidatorPorts & { readonly maxSkills?: number }): InputValidators {
  const kept = new LRUCache<string, InputValidator, LoadedSkill>({
    max: maxSkills,
    memoMethod: (_key, _stale, { context }) => createInputValidator(context, ports),
  })
  // Validators of scripts are not kept: there are many scripts, and all accept the same input.
  return (skill) =>
    skill.isScript
      ? createInputValidator(skill, ports)
      : kept.memo(`${skill.manifest.name} ${skill.digest}`, { context: skill })
}

function createContractCheck(contract: ActionContract, clock: Pick<Clock, 'now'>): ActionCheck {
  return (params) => {
    const parsed = contract.parse(params)
    if (!parsed.ok) {
      const known = namesIn(schemaOfContract(contract))
      return { ok: false, details: detailsOf(problemsOf(parsed.error, 'params', known)) }
    }
    // The traveler's zone is unknown here, so a day is past only when it is past everywhere.
    const details = phrasesOf(checkDays(parsed.days, daysAnywhere(clock.now())))
    return Object.keys(details).length > 0 ? { ok: false, details } : { ok: true, params: parsed.params }
  }
}

function createTimesCheck(times: EventTimes, clock: Pick<Clock, 'now'>): ActionCheck {
  return (given) => {
    const { params, details } = checkTimes(given, times, clock.now())
    return Object.keys(details).length > 0 ? { ok: false, details } : { ok: true, params }
  }
}

function createOwnCheck(schema: JsonSchema): ActionCheck {
  let first: ValidateFunction | undefined
  let every: ValidateFunction | undefined
  const cost = createTextCost()
  let isTooMuch: ReturnType<typeof createSizeLimit> | undefined
  const check = (params: Params): InputCheck => {
    const size = sizeOf(params)
    isTooMuch ??= createSizeLimit(schema)
    if (isTooMuch(size))
      return { ok: false, details: { params: 'are too large for the rules of this skill: send less' } }
    const filled = structuredClone(params)
    first ??= createAjv({ allErrors: false, cost }).compile(schema)
    if (first(filled)) return { ok: true, params: filled }
    let errors: readonly ErrorObject[] = first.errors ?? []
    if (size.values <= maxValuesForAllErrors) {
      every ??= createAjv({ allErrors: true, cost }).compile(schema)
      every(structuredClone(params))
      errors = every.errors ?? errors
    }
    return { ok: false, details: explainInputErrors(errors) }
  }
  return (params) => {
    cost.reset()
    try {
      return check(params)
    } catch (error) {
      if (!(error instanceof TextCostError)) throw error
      const field = shortName(fieldOfText(params, error.text) ?? 'params')
      return { ok: false, details: { [field]: 'is too long for the patterns of this skill: shorten it' } }
    }
  }
}

function actionRemedy(action: string, actions: readonly string[]): string {
  const meant = closest(action, actions)
  if (meant !== undefined) return `${quoted(action)} is not a known action: did you mean ${meant}?`
  return actions.length === 1 ? `must be ${actions.join('')}` : `must be one of ${actions.slice(0, 20).join(', ')}`
}
