import type { ActionRule } from './contract/action-rule.ts'
import type { ConfirmationId } from './contract/ids.ts'
import type { Principal } from './contract/principal.ts'
import type { SkillInput } from './contract/skill-io.ts'
import { hashOf } from './hash.ts'
import type { LoadedSkill } from './skill.ts'

/** What a confirmation is for: this action of this release, with these arguments, by this principal. Another one does not count. */
export type ConfirmationSubject = {
  /** Of the release. */
  readonly digest: string
  readonly action: string
  /** Over the canonical JSON of the checked params, and of what else of the input the skill sees. */
  readonly inputHash: string
  readonly principalId: string
  /** What the principal is asked. */
  readonly prompt: string
}

/** A question that waits for its answer. */
export type Confirmation = { readonly id: ConfirmationId; readonly prompt: string }

/** Keeps confirmations: stored objects, so that a restart loses none and no process holds what it could run. */
export type Confirmations = {
  ask(subject: ConfirmationSubject): Promise<Confirmation>
  /** True once, for the confirmation with this id, of this very subject, before it expires. Any doubt is false. */
  take(id: string, subject: ConfirmationSubject): Promise<boolean>
}

export function confirmationOf(
  { digest }: Pick<LoadedSkill, 'digest'>,
  { action, params, config }: SkillInput,
  principal: Principal,
  rule: Pick<ActionRule, 'confirmation'>,
): ConfirmationSubject {
  const { max_results = null } = config
  return {
    digest,
    action,
    inputHash: hashOf({ params, max_results }),
    principalId: principal.id,
    prompt: rule.confirmation.prompt,
  }
}
