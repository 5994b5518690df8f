/**
 * The sets whose intersection is a grant: the manifest, the approval at install, the ceilings of tier and source, the
 * configuration of the instance, the configuration of the single skill, and the profile of the requesting agent.
 */
export const setNames = ['manifest', 'approval', 'tier', 'source', 'config', 'skill', 'profile'] as const
export type SetName = (typeof setNames)[number]

/** A cause of a denial: a set of the policy, the operator who disabled the skill, or the gates that block it. */
export type Decider = SetName | 'operator' | 'gates'

/** A denied permission, such as `exec git`, and the sets that lack it. */
export type Lack = { readonly asked: string; readonly by: readonly Decider[] }
