import type { ActionRule } from '../contract/action-rule.ts'
import type { ConfirmationId } from '../contract/ids.ts'
import type { Principal, Source } from '../contract/principal.ts'
import type { SkillInput } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import type { LoadedSkill } from '../core/skill.ts'

/**
 * What a confirmation covers: this action of this release, with these arguments, by this principal, and nothing else.
 */
export type ConfirmationSubject = {
  /** The digest of the release. */
  readonly digest: string
  readonly action: string
  /** Hash of the canonical JSON of the validated params and the rest of the input that the skill sees. */
  readonly inputHash: string
  readonly principalId: string
  /** The source of the request, for its record. */
  readonly source: Source
  /** The question for the principal. */
  readonly prompt: string
  readonly skill: string
  readonly version: string
  /** The validated input: shown to the principal, and run unchanged. */
  readonly input: SkillInput
}

/** A confirmation that the principal has not answered yet. */
export type Confirmation = { readonly id: ConfirmationId; readonly prompt: string }

/** Stores confirmations, so that they survive a restart and no process has to keep code ready to run. */
export type Confirmations = {
  /** `isClaimed`: the call claimed to be confirmed, although no confirmation was requested. Absent: false. */
  ask(subject: ConfirmationSubject, isClaimed?: boolean): Promise<Confirmation>
  /** True only once, for this id and exactly this subject, before the confirmation expires. False in case of doubt. */
  take(id: string, subject: ConfirmationSubject): Promise<boolean>
  /** Marks the arrival of a call, for `takePending`. */
  arrival(): number
  /**
   * For a caller that claims a confirmation without an id. True if this subject has unanswered confirmations from
   * before the call's arrival. Uses all of them up, so that a second such call asks again. Ignores confirmations
   * requested after the arrival: they belong to another call, and nobody has answered them. False in case of doubt.
   */
  takePending(subject: ConfirmationSubject, arrival: number): Promise<boolean>
}

export function confirmationOf(
  { digest, manifest }: Pick<LoadedSkill, 'digest' | 'manifest'>,
  input: SkillInput,
  principal: Principal,
  rule: Pick<ActionRule, 'confirmation'>,
): ConfirmationSubject {
  const { action, params, config } = input
  const { max_results = null } = config
  return {
    digest,
    action,
    inputHash: hashOf({ params, max_results }),
    principalId: principal.id,
    source: principal.source,
    prompt: rule.confirmation.prompt,
    skill: manifest.name,
    version: manifest.version,
    input,
  }
}
