import { actionRuleOf } from '#runner/contract/action-rule.ts'
import { acceptedActions } from '#runner/contract/capabilities/capability-contracts.ts'
import type { Fault } from '#runner/contract/errors.ts'
import { principalFrom, type Source, type Trust } from '#runner/contract/principal.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { type LoadedSkill, releaseOfAction } from '#runner/core/skill.ts'
import type { LimitRow } from '#runner/policy/effective-limits.ts'
import {
  effectivePermissions,
  neededTrust,
  type PermissionRow,
  type PolicyRefusal,
  trustOf,
} from '#runner/policy/effective-permissions.ts'
import { faultOfLacks, shownLacks } from '#runner/policy/explain-lacks.ts'
import type { ProfileScope } from '#runner/policy/policy-sets.ts'

/** What a skill may do for requests from one source, and which permission sets deny the rest. */
export type SkillExplanation = {
  readonly skill: string
  readonly version: string
  readonly digest: string
  readonly tier: LoadedSkill['tier']
  readonly source: Source
  /** Absent: for requests without a profile. */
  readonly profile?: Pick<ExplainedProfile, 'id' | 'state'>
  /** The trust that the skill needs, and the most trust that each permission set gives the request. */
  readonly trust: { readonly needed: Trust; readonly source: Trust; readonly config: Trust; readonly skill: Trust }
  readonly is_enabled: boolean
  readonly permissions: readonly PermissionRow[]
  readonly limits: readonly LimitRow[]
  readonly runtimes: { readonly requested: readonly string[]; readonly effective: readonly string[] }
  /** By action. `*` alone: the skill accepts any action. */
  readonly actions: Readonly<Record<string, { readonly may_run: true } | RefusedAction>>
}

type RefusedAction = { readonly may_run: false } & Pick<PolicyRefusal, 'code' | 'reason'> & {
    readonly lacks: ReturnType<typeof shownLacks>
    readonly fault: Fault
  }

/** A profile whose requests are explained. Only a locked one may execute. */
export type ExplainedProfile = {
  readonly id: string
  readonly state: 'unlocked' | 'locked' | 'expired' | 'revoked'
  readonly scope: ProfileScope
}

/** Calls the enforcing function itself, once for each action, so that explanation and enforcement cannot differ. */
export function explainSkill(
  skill: LoadedSkill,
  {
    source,
    config,
    isEnabled,
    profile,
  }: {
    readonly source: Source
    readonly config: TravelConfig
    readonly isEnabled: boolean
    /** Absent: requests without a profile. */
    readonly profile?: ExplainedProfile | undefined
  },
): SkillExplanation {
  const { manifest, tier, digest } = skill
  const principal = principalFrom(source, { id: 'explained', role: 'agent' })
  const names = acceptedActions(manifest)
  const askOf = ({ manifest, approved }: LoadedSkill, name: string) => {
    const action = actionRuleOf(manifest, name)
    const question = { manifest, action, tier, approved, principal, config, profile: profile?.scope }
    return { question, answer: effectivePermissions(question) }
  }
  const ask = (name: string) => askOf(releaseOfAction(skill, name), name)
  const asked = (names.length > 0 ? names : ['*']).map((name) => [name, ask(name)] as const)
  // All actions of the skill itself get the same grant; an inherited one gets the part that its parent asks for.
  const allowed = asked.find(([, { answer }]) => answer.ok)?.[0] ?? '*'
  const { question, answer } = askOf(skill, allowed)
  return {
    skill: manifest.name,
    version: manifest.version,
    digest,
    tier,
    source,
    ...(profile === undefined ? {} : { profile: { id: profile.id, state: profile.state } }),
    trust: { needed: neededTrust(manifest), ...trustOf(question) },
    is_enabled: isEnabled,
    permissions: answer.permissions,
    limits: answer.limits,
    runtimes: { requested: manifest.runtimes, effective: answer.ok ? answer.grant.runtimes : [] },
    actions: Object.fromEntries(
      asked.map(([name, { answer }]): [string, { may_run: true } | RefusedAction] => {
        if (answer.ok) return [name, { may_run: true }]
        const { code, reason, lacks } = answer
        return [name, { may_run: false, code, reason, lacks: shownLacks(lacks), fault: faultOfLacks(lacks) }]
      }),
    ),
  }
}
