import type { ManifestAction, SkillManifest } from './manifest.ts'

/** What a manifest says of one action, with what it leaves open taken from the skill as a whole. */
export type ActionRule = {
  /** JSON Schema of `params`. Absent: no other rule than the capability's contract, or the skill's own code. */
  readonly input: ManifestAction['input']
  readonly effects: SkillManifest['effects']
  readonly risk_level: SkillManifest['risk_level']
  readonly confirmation: { readonly required: boolean; readonly prompt: string }
}

type Rules = Pick<SkillManifest, 'actions' | 'input_schema' | 'effects' | 'risk_level' | 'confirmation' | 'name'>

/** The rule of an action; one that the manifest does not name has the rule of the whole skill. */
export function actionRuleOf(manifest: Rules, action: string): ActionRule {
  const own = ownRuleOf(manifest, action)
  const effects = own.effects ?? manifest.effects
  const acts = effects.includes('act')
  // That reading need not ask says nothing of an action that acts.
  const shared = acts && !manifest.effects.includes('act') ? undefined : manifest.confirmation?.required
  const prompt = own.confirmation?.prompt ?? manifest.confirmation?.prompt
  return {
    input: inputSchemaOf(manifest, action),
    effects,
    risk_level: own.risk_level ?? manifest.risk_level,
    confirmation: {
      // What acts asks first, unless its manifest says otherwise.
      required: own.confirmation?.required ?? shared ?? acts,
      prompt: prompt ?? `Let ${manifest.name} go on with ${action}?`,
    },
  }
}

/** The schema of an action's params, which stands with the action or in `input_schema`. `undefined`: in neither. */
export function inputSchemaOf(
  manifest: Pick<Rules, 'actions' | 'input_schema'>,
  action: string,
): ManifestAction['input'] {
  const { input_schema } = manifest
  return ownRuleOf(manifest, action).input ?? (Object.hasOwn(input_schema, action) ? input_schema[action] : undefined)
}

function ownRuleOf({ actions }: Pick<Rules, 'actions'>, action: string): ManifestAction {
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? {}
}

/** The actions that a manifest names. None: it takes any, or those of its capability. */
export function actionNamesOf({ actions, input_schema }: Pick<Rules, 'actions' | 'input_schema'>): string[] {
  return [...new Set([...Object.keys(input_schema), ...Object.keys(actions)])]
}
