import type { Tier } from '../contract/manifest.ts'
import { type PermissionKind, permissionOf } from '../contract/operations/host-operations.ts'
import { hasTrust, type Trust } from '../contract/principal.ts'
import type { ExecutionLimits } from '../core/skill.ts'

/** Limits that a manifest leaves out, by tier. */
export const tierLimits: Record<Tier, Pick<ExecutionLimits, 'timeoutMs' | 'memoryMb' | 'fuel'>> = {
  local: { timeoutMs: 30_000, memoryMb: 128, fuel: 20_000 },
  verified: { timeoutMs: 15_000, memoryMb: 64, fuel: 5_000 },
  untrusted: { timeoutMs: 10_000, memoryMb: 32, fuel: 2_000 },
}

/** The CPU share if the manifest states none, for runtimes that can limit CPU time. */
export const defaultCpus = 0.5

/** Whether a skill of this tier may ever have a permission. A verified skill writes only below its own folder. */
export function isForTier(tier: Tier, kind: PermissionKind, item: string): boolean {
  if (kind === 'filesystem.write' && tier !== 'local' && item.startsWith('/')) return false
  return permissionOf(kind).tiers.includes(tier)
}

/** Whether a request with this trust may use a permission. */
export const isForTrust = (trust: Trust, kind: PermissionKind): boolean => hasTrust(trust, permissionOf(kind).trust)

/** A guest's budget: half of the fuel, at most 15 seconds, and at most 4 host calls at a time. */
export function publicBudget(limits: ExecutionLimits): ExecutionLimits {
  return {
    ...limits,
    fuel: Math.ceil(limits.fuel / 2),
    timeoutMs: Math.min(limits.timeoutMs, 15_000),
    hostCallsInFlight: Math.min(limits.hostCallsInFlight, 4),
  }
}
