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
