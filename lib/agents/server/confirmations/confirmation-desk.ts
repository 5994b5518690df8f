import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Confirmation } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuseBecause, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { questionOf } from '#lib/skills/server/invoking/confirmations.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { actionRuleOf } from '#runner/contract/action-rule.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { ConfirmationId } from '#runner/contract/ids.ts'
import type { Permissions } from '#runner/contract/manifest.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { type QuestionReason, questionReasons } from '#runner/contract/question-reasons.ts'
import { SkillInput } from '#runner/contract/skill-io.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { Seal, SkillSource } from '#runner/core/ports.ts'
import { releaseOfAction } from '#runner/core/skill.ts'
import { effectivePermissions } from '#runner/policy/effective-permissions.ts'
import { type Confirmations, closedBecause } from '#runner/run/confirm.ts'
import type { AskAgain, ConfirmationView, Decided } from '../../model/confirmation-view.ts'
import { factsOfCall, type Reading, whatItReaches } from './plain-facts.ts'

export type ConfirmationDeskPorts = Pick<PlatformPorts, 'db' | 'clock'> & {
  readonly skills: SkillSource
  readonly invoke: InvokeSkill
  readonly confirmations: Pick<Confirmations, 'decline'>
  readonly seal: Pick<Seal, 'open'>
  readonly config: TravelConfig
  readonly operatorName: string | undefined
}

/** Where a person confirms or declines actions of skills. Another person's confirmation counts as unknown. */
export type ConfirmationDesk = ReturnType<typeof createConfirmationDesk>

/** A confirmation whose input is stored. */
type Kept = Confirmation & { readonly skill: string; readonly version: string; readonly input: SkillInput }

const maxShown = 50

export function createConfirmationDesk(ports: ConfirmationDeskPorts) {
  const { db, skills, invoke, confirmations, seal, config, operatorName, clock } = ports

  async function find(id: string, { id: principalId }: Principal): Promise<Kept | undefined> {
    const row = await db.confirmation.findUnique({ where: { id, principalId } })
    return row === null ? undefined : keptOf(row)
  }

  function keptOf(row: Confirmation): Kept | undefined {
    const { id, skill, version, sealedInput } = row
    const text = sealedInput === null ? undefined : seal.open(sealedInput, id)
    if (skill === null || version === null || text === undefined) return undefined
    return { ...row, skill, version, input: SkillInput.parse(JSON.parse(text)) }
  }

  /** The permissions of the skill. Undefined: the release that asked the question may no longer run. */
  async function permissionsOf({ skill: name, digest, action }: Kept, principal: Principal) {
    const current = await skills.current(name)
    if (!current?.isEnabled || current.refusal !== undefined) return undefined
    const release = releaseOfAction(current.skill, action)
    if (release.digest !== digest) return undefined
    const { manifest, tier, approved } = release
    const rule = actionRuleOf(manifest, action)
    const policy = effectivePermissions({ manifest, action: rule, tier, approved, principal, config })
    return policy.ok ? policy.grant.permissions : undefined
  }

  const closedFor = (kept: Kept, { id }: Principal) => closedBecause(questionOf(kept), id, clock.now())

  function stateOf(
    closed: QuestionReason | undefined,
    permissions: Permissions | undefined,
  ): ConfirmationView['state'] {
    if (closed === 'question_used') return 'given'
    if (closed === 'question_declined') return 'declined'
    if (closed === 'question_expired') return 'expired'
    return permissions === undefined ? 'changed' : 'waiting'
  }

  async function viewOf(kept: Kept, principal: Principal, reading: Reading): Promise<ConfirmationView> {
    const permissions = await permissionsOf(kept, principal)
    const { id, prompt, skill, version, createdAt, expiresAt, usedAt, input } = kept
    const operator = operatorName ?? reading.t('theOperator')
    return {
      id,
      question: withoutHidden(prompt),
      skill,
      version,
      state: stateOf(closedFor(kept, principal), permissions),
      asked_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      answered_at: usedAt?.toISOString() ?? null,
      facts: factsOfCall({ input, permissions }, operatorName, reading),
      ...(permissions ? whatItReaches(permissions, operator, reading.t) : { reaches: [], cannot: [] }),
    }
  }

  /** Asks a new question in place of another one. Runs nothing. Returns the id of the new one. */
  async function replace(
    context: Context,
    { id, skill }: Kept,
    input: SkillInput,
    signal: AbortSignal,
  ): Promise<Outcome<ConfirmationId>> {
    const { principal } = context
    // `admit` only checks: nothing runs here, even if the skill no longer requires a confirmation.
    const asked = await invoke.admit({ skill, input, ...context, signal })
    if (asked.kind === 'admitted') return refuseBecause('question_release')
    if (asked.confirmation === undefined) return { ok: false, error: asked.error }
    if (asked.confirmation.id === id) return { ok: true, value: id }
    // Closes the old question, so that only the new one can be confirmed.
    const closed = await confirmations.decline(id, principal)
    if (closed === 'question_used') {
      await confirmations.decline(asked.confirmation.id, principal)
      return refuseBecause(closed)
    }
    return { ok: true, value: asked.confirmation.id }
  }

  return {
    /** The pending confirmations of this person, the oldest first. */
    async waiting(principal: Principal, reading: Reading): Promise<readonly ConfirmationView[]> {
      const rows = await db.confirmation.findMany({
        where: { principalId: principal.id, usedAt: null, expiresAt: { gt: new Date(clock.now()) } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: maxShown,
      })
      const kept = rows.flatMap((row) => keptOf(row) ?? [])
      return Promise.all(kept.map((one) => viewOf(one, principal, reading)))
    },

    async read(id: string, principal: Principal, reading: Reading): Promise<ConfirmationView | undefined> {
      const kept = await find(id, principal)
      return kept && viewOf(kept, principal, reading)
    },

    /** Runs exactly what was shown. CONFLICT for a question that is closed. */
    async confirm(context: Context, id: string, signal: AbortSignal): Promise<Outcome<Decided>> {
      const { principal } = context
      const kept = await find(id, principal)
      if (kept === undefined) return refuseBecause('question_unknown')
      const closed = closedFor(kept, principal)
      if (closed !== undefined) return refuseBecause(closed)
      const { skill, input } = kept
      const invocation = await invoke({ skill, input, ...context, signal, confirmationId: id, confirmed: true })
      if (invocation.kind === 'refused') {
        const { error } = invocation
        if (error.reason === 'question_release') {
          const asked = await replace(context, kept, input, signal)
          return asked.ok ? { ok: true, value: { state: 'changed', next_id: asked.value } } : asked
        }
        const isClosed = error.reason !== undefined && Object.hasOwn(questionReasons, error.reason)
        return isClosed ? { ok: false, error } : { ok: true, value: { state: 'failed', error } }
      }
      const { output } = invocation
      switch (output.status) {
        case 'success': {
          const { message } = output
          return { ok: true, value: { state: 'done', ...(message && { message: withoutHidden(message) }) } }
        }
        case 'requires_confirmation':
          return { ok: true, value: { state: 'changed', next_id: output.confirmation.id } }
        case 'error':
          return { ok: true, value: { state: 'failed', error: output.error } }
      }
    },

    /**
     * Replaces the question by a new one, optionally with changed texts. Runs nothing. CONFLICT if the old question was
     * already confirmed.
     */
    async again(context: Context, id: string, { texts }: AskAgain, signal: AbortSignal): Promise<Outcome<Decided>> {
      const { principal } = context
      const kept = await find(id, principal)
      if (kept === undefined) return refuseBecause('question_unknown')
      if (closedFor(kept, principal) === 'question_used') return refuseBecause('question_used')
      const { input } = kept
      for (const name of Object.keys(texts)) {
        if (!Object.hasOwn(input.params, name) || typeof input.params[name] !== 'string') {
          return refuseField(name, 'is no text of this question')
        }
      }
      const changed = { ...input, params: { ...input.params, ...texts } }
      const asked = await replace(context, kept, changed, signal)
      return asked.ok ? { ok: true, value: { state: 'asked', next_id: asked.value } } : asked
    },

    async decline({ principal }: Context, id: string): Promise<Outcome<Decided>> {
      const closed = await confirmations.decline(id, principal)
      return closed === undefined ? { ok: true, value: { state: 'declined' } } : refuseBecause(closed)
    },
  }
}
