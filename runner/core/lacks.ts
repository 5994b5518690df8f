import type { PermissionKind } from '../contract/operations/host-operations.ts'

/**
 * The sets whose intersection is a grant: the manifest, the approval at install, the ceilings of tier and source, the
 * configuration of the instance, the configuration of the single skill, the operator's rule for the requesting agent, and
 * the agent's profile.
 */
export const setNames = ['manifest', 'approval', 'tier', 'source', 'config', 'skill', 'agent', 'profile'] as const
export type SetName = (typeof setNames)[number]

/** A cause of a denial: a set of the policy, the operator who disabled the skill, or the gates that block it. */
export type Decider = SetName | 'operator' | 'gates'

/** One permission. `item` is empty for a boolean one. */
export type Permission = { readonly permission: PermissionKind; readonly item: string }

/** What can be denied: a permission, or what the policy asks of a request as a whole. */
export type Asked =
  | Permission
  | { readonly permission: 'to run' | 'to act' | 'high risk' | 'medium risk'; readonly item: '' }
  | { readonly permission: 'trust' | 'runtime'; readonly item: string }
  /** A host call that ended the execution. `item`: the logged reason. */
  | { readonly permission: 'call'; readonly item: string }

/** Something that was denied, and the sets that lack it. */
export type Lack = Asked & { readonly by: readonly Decider[] }

export const isSame = (one: Asked, other: Asked): boolean =>
  one.permission === other.permission && one.item === other.item
