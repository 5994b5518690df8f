import type { Permissions, Tier } from '../contract/manifest.ts'
import type { PermissionKind } from '../contract/permission-kinds.ts'
import type { Trust } from '../contract/principal.ts'
import type { SkillOverride } from '../contract/travel-config.ts'
import { type Ceiling, tierCeiling, trustCeiling } from './ceilings.ts'
import type { LimitWishes } from './effective-limits.ts'

/** Whether a set contains a permission. `item` is empty for boolean permissions. */
export type PermissionSet = (kind: PermissionKind, item: string) => boolean

/** The items of one kind. A boolean permission that is true has the single item `''`. */
export function itemsOf({ network, secrets, filesystem, exec, ...flags }: Permissions, kind: PermissionKind): string[] {
  switch (kind) {
    case 'network.egress':
      return network.egress
    case 'network.methods':
      return network.methods
    case 'secrets':
      return secrets
    case 'filesystem.read':
      return filesystem.read
    case 'filesystem.write':
      return filesystem.write
    case 'exec':
      return exec
    case 'llm':
    case 'memory':
    case 'messages':
    case 'gateway':
      return flags[kind] ? [''] : []
  }
}

/** The permissions that are also in `set`. */
export function keep(permissions: Permissions, set: PermissionSet): Permissions {
  const { network, secrets, filesystem, exec, llm, memory, messages, gateway } = permissions
  const kept = <T extends string>(kind: PermissionKind, items: readonly T[]): T[] =>
    [...new Set(items)].filter((item) => set(kind, item))
  return {
    network: {
      egress: kept('network.egress', network.egress),
      methods: kept('network.methods', network.methods),
    },
    secrets: kept('secrets', secrets),
    filesystem: {
      read: kept('filesystem.read', filesystem.read),
      write: kept('filesystem.write', filesystem.write),
    },
    exec: kept('exec', exec),
    llm: llm && set('llm', ''),
    memory: memory && set('memory', ''),
    messages: messages && set('messages', ''),
    gateway: gateway && set('gateway', ''),
  }
}

/** The set of exactly these permissions. */
export function listed(permissions: Permissions): PermissionSet {
  return (kind, item) => itemsOf(permissions, kind).includes(item)
}

export const ofTier = (tier: Tier): PermissionSet => below(tierCeiling[tier])
export const ofTrust = (trust: Trust): PermissionSet => below(trustCeiling[trust])

function below(ceiling: Ceiling): PermissionSet {
  return (kind, item) => {
    switch (kind) {
      case 'network.egress':
      case 'network.methods':
        return ceiling.network
      case 'filesystem.read':
        return ceiling.read
      case 'filesystem.write':
        return ceiling.write(item)
      default:
        return ceiling[kind]
    }
  }
}

/** Absent: every host. */
export function ofHosts(allowed: readonly string[] | undefined): PermissionSet {
  return (kind, item) => kind !== 'network.egress' || allowed === undefined || allowed.includes(item)
}

/** An absent permission is not restricted. */
export function ofOverride({ permissions = {} }: SkillOverride): PermissionSet {
  const { network, filesystem } = permissions
  const lists: Partial<Record<PermissionKind, readonly string[] | undefined>> = {
    'network.egress': network?.egress,
    'network.methods': network?.methods,
    secrets: permissions.secrets,
    'filesystem.read': filesystem?.read,
    'filesystem.write': filesystem?.write,
    exec: permissions.exec,
  }
  return (kind, item) => {
    switch (kind) {
      case 'llm':
      case 'memory':
      case 'messages':
      case 'gateway':
        return permissions[kind] ?? true
      default:
        return lists[kind]?.includes(item) ?? true
    }
  }
}

/** The hosts, keys and limits in an agent's profile. A profile restricts nothing else. */
export type ProfileScope = {
  readonly hosts: readonly string[]
  readonly keys: readonly string[]
  readonly limits: LimitWishes
}

/** Absent: a request without a profile. */
export function ofProfile(scope: ProfileScope | undefined): PermissionSet {
  return (kind, item) => {
    if (scope === undefined) return true
    if (kind === 'network.egress') return scope.hosts.includes(item)
    return kind !== 'secrets' || scope.keys.includes(item)
  }
}

export const both =
  (one: PermissionSet, other: PermissionSet): PermissionSet =>
  (kind, item) =>
    one(kind, item) && other(kind, item)
