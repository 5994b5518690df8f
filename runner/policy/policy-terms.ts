/** The kinds of permissions, by their paths in a manifest. */
export const permissionKinds = [
  'network.egress',
  'network.methods',
  'secrets',
  'filesystem.read',
  'filesystem.write',
  'exec',
  'llm',
  'memory',
  'messages',
  'gateway',
] as const
export type PermissionKind = (typeof permissionKinds)[number]

/**
 * The sets whose intersection is a grant: the manifest, the approval at install, the ceilings of tier and source, the
 * configuration of the instance, that of the single skill, and the profile of the agent that asks.
 */
export const setNames = ['manifest', 'approval', 'tier', 'source', 'config', 'skill', 'profile'] as const
export type SetName = (typeof setNames)[number]

/** A set of the policy, the operator who switched the skill off, or the gates that do not admit it. */
export type Decider = SetName | 'operator' | 'gates'

/** Something that was asked, such as `exec git`, and the sets that lack it. */
export type Lack = { readonly asked: string; readonly by: readonly Decider[] }

/** A permission as one text: `network.egress api.example.com`. */
export function askedOf({ permission, item }: { readonly permission: PermissionKind; readonly item: string }): string {
  return item === '' ? permission : `${permission} ${item}`
}
