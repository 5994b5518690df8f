import { withoutHidden } from './hidden-text.ts'
import type { ManifestAction, SkillManifest } from './manifest.ts'

/** The manifest's rule for one action. Fields that the action leaves out come from the skill. */
export type ActionRule = {
  /** JSON Schema of `params`. Absent: only the capability's contract or the skill's own code checks the params. */
  readonly input: ManifestAction['input']
  /** Absent: the action has no events, or only the skill's own code checks their times. */
  readonly times: ManifestAction['times']
  readonly effects: SkillManifest['effects']
  readonly risk_level: SkillManifest['risk_level']
  readonly confirmation: { readonly required: boolean; readonly prompt: string }
}

type Rules = Pick<SkillManifest, 'actions' | 'input_schema' | 'effects' | 'risk_level' | 'confirmation' | 'name'>

/** The rule of an action. An action that the manifest does not name has the skill's rule. */
export function actionRuleOf(manifest: Rules, action: string): ActionRule {
  const own = ownRuleOf(manifest, action)
  const effects = own.effects ?? manifest.effects
  const acts = effects.includes('act')
  // A waiver on a read-only skill does not cover an action with the effect `act`.
  const shared = acts && !manifest.effects.includes('act') ? undefined : manifest.confirmation?.required
  const [prompt] = [own.confirmation?.prompt, manifest.confirmation?.prompt].flatMap((text) => visible(text) ?? [])
  return {
    input: inputSchemaOf(manifest, action),
    times: own.times,
    effects,
    risk_level: own.risk_level ?? manifest.risk_level,
    confirmation: {
      // The effect `act` requires confirmation unless the manifest waives the confirmation.
      required: own.confirmation?.required ?? shared ?? acts,
      prompt: prompt ?? `Allow ${manifest.name} to run ${action}?`,
    },
  }
}

/** A prompt without hidden characters, which could make a person confirm another text. `undefined`: nothing is left. */
function visible(prompt: string | undefined): string | undefined {
  return (prompt && withoutHidden(prompt).trim()) || undefined
}

/** The schema of an action's params, from the action itself or from `input_schema`. `undefined`: none is defined. */
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

/** The actions that a manifest names. Empty: the skill accepts any action, or those of its capability. */
export function actionNamesOf({ actions, input_schema }: Pick<Rules, 'actions' | 'input_schema'>): string[] {
  return [...new Set([...Object.keys(input_schema), ...Object.keys(actions)])]
}
