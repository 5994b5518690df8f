import type { Permissions, Tier } from '../contract/manifest.ts'
import {
  eachFlag,
  isFlag,
  type PermissionKind,
  permissionKinds,
  permissionOf,
} from '../contract/operations/host-operations.ts'
import type { Trust } from '../contract/principal.ts'
import type { SkillOverride } from '../contract/travel-config.ts'
import type { Asked, Permission } from '../core/lacks.ts'
import { isForTier, isForTrust } from './ceilings.ts'
import type { LimitWishes } from './effective-limits.ts'

/** Whether a set contains a permission. `item` is empty for flags. */
export type PermissionSet = (kind: PermissionKind, item: string) => boolean

/** The items of one kind. A flag that is set has the single item `''`. */
export function itemsOf(permissions: Permissions, kind: PermissionKind): string[] {
  switch (kind) {
    case 'network.egress':
      return permissions.network.egress
    case 'network.methods':
      return permissions.network.methods
    case 'secrets':
      return permissions.secrets
    case 'signing.jwt':
      return permissions.signing.jwt
    case 'signing.hmac':
      return permissions.signing.hmac
    case 'filesystem.read':
      return permissions.filesystem.read
    case 'filesystem.write':
      return permissions.filesystem.write
    case 'exec':
      return permissions.exec
    default:
      return permissions[kind] ? [''] : []
  }
}

/** The permissions one by one, without the methods of a skill that may contact no host. */
export function grantedIn(permissions: Permissions): Permission[] {
  const { egress } = permissions.network
  const kinds = permissionKinds.filter((permission) => permission !== 'network.methods' || egress.length > 0)
  return kinds.flatMap((permission) => itemsOf(permissions, permission).map((item) => ({ permission, item })))
}

/** The permissions that are also in `set`. */
export function keep(permissions: Permissions, set: PermissionSet): Permissions {
  const { network, secrets, signing, filesystem, exec } = permissions
  const kept = <T extends string>(kind: PermissionKind, items: readonly T[]): T[] =>
    [...new Set(items)].filter((item) => set(kind, item))
  return {
    network: {
      egress: kept('network.egress', network.egress),
      methods: kept('network.methods', network.methods),
    },
    secrets: kept('secrets', secrets),
    signing: { jwt: kept('signing.jwt', signing.jwt), hmac: kept('signing.hmac', signing.hmac) },
    filesystem: {
      read: kept('filesystem.read', filesystem.read),
      write: kept('filesystem.write', filesystem.write),
    },
    exec: kept('exec', exec),
    ...eachFlag((kind) => permissions[kind] && set(kind, '')),
  }
}

/** Everything that one of these permissions contains. */
export function union(all: readonly Permissions[]): Permissions {
  const items = <T extends string>(of: (permissions: Permissions) => readonly T[]): T[] => [...new Set(all.flatMap(of))]
  return {
    network: { egress: items(({ network }) => network.egress), methods: items(({ network }) => network.methods) },
    secrets: items(({ secrets }) => secrets),
    signing: { jwt: items(({ signing }) => signing.jwt), hmac: items(({ signing }) => signing.hmac) },
    filesystem: {
      read: items(({ filesystem }) => filesystem.read),
      write: items(({ filesystem }) => filesystem.write),
    },
    exec: items(({ exec }) => exec),
    ...eachFlag((kind) => all.some((permissions) => permissions[kind])),
  }
}

/** Whether callers cannot share answers: they depend on the caller, or a call leaves something behind. */
export const isPersonal = (permissions: Permissions): boolean =>
  permissionKinds.some((kind) => permissionOf(kind).isPersonal && itemsOf(permissions, kind).length > 0)

/** The set of exactly these permissions. */
export function listed(permissions: Permissions): PermissionSet {
  return (kind, item) => itemsOf(permissions, kind).includes(item)
}

export const ofTier =
  (tier: Tier): PermissionSet =>
  (kind, item) =>
    isForTier(tier, kind, item)
export const ofTrust =
  (trust: Trust): PermissionSet =>
  (kind) =>
    isForTrust(trust, kind)

/** Absent: every host. */
export function ofHosts(allowed: readonly string[] | undefined): PermissionSet {
  return (kind, item) => kind !== 'network.egress' || allowed === undefined || allowed.includes(item)
}

/** An absent permission is not restricted. */
export function ofOverride({ permissions = {} }: SkillOverride): PermissionSet {
  const { network, signing, filesystem } = permissions
  const lists: Partial<Record<PermissionKind, readonly string[] | undefined>> = {
    'network.egress': network?.egress,
    'network.methods': network?.methods,
    secrets: permissions.secrets,
    'signing.jwt': signing?.jwt,
    'signing.hmac': signing?.hmac,
    'filesystem.read': filesystem?.read,
    'filesystem.write': filesystem?.write,
    exec: permissions.exec,
  }
  return (kind, item) => (isFlag(kind) ? permissions[kind] : lists[kind]?.includes(item)) ?? true
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
    const isOfSecret = kind === 'secrets' || kind === 'signing.jwt' || kind === 'signing.hmac'
    return !isOfSecret || scope.keys.includes(item)
  }
}

export const both =
  (one: PermissionSet, other: PermissionSet): PermissionSet =>
  (kind, item) =>
    one(kind, item) && other(kind, item)

/**
 * What was asked as one stable text, `network.egress api.example.com`: a key of stored rows, approvals and details.
 */
export function askedOf({ permission, item }: Asked): string {
  if (permission === 'call') return item
  return item === '' ? permission : `${permission} ${item}`
}
