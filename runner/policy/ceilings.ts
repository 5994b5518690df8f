import type { Permissions, RuntimeName, Tier } from '../contract/manifest.ts'
import type { Trust } from '../contract/principal.ts'
import type { ExecutionLimits } from '../skill.ts'

/** Which permissions may pass at all. A filter of file paths says which of them stay. */
export type Ceiling = {
  readonly network: boolean
  readonly secrets: boolean
  readonly read: boolean
  readonly write: (path: string) => boolean
  readonly exec: boolean
  readonly llm: boolean
  readonly memory: boolean
  readonly messages: boolean
}

const everything: Ceiling = {
  network: true,
  secrets: true,
  read: true,
  write: () => true,
  exec: true,
  llm: true,
  memory: true,
  messages: true,
}
const httpOnly: Ceiling = {
  network: true,
  secrets: true,
  read: false,
  write: () => false,
  exec: false,
  llm: false,
  memory: false,
  messages: false,
}

/** What a skill may ever be granted, by where it came from. */
export const tierCeiling: Record<Tier, Ceiling> = {
  local: everything,
  verified: { ...everything, exec: false, write: (path) => !path.startsWith('/') },
  untrusted: httpOnly,
}

/** Limits that a manifest leaves open, by where the skill came from. One unit of fuel is 1,000,000 instructions. */
export const tierLimits: Record<Tier, Pick<ExecutionLimits, 'timeoutMs' | 'memoryMb' | 'fuel'>> = {
  local: { timeoutMs: 30_000, memoryMb: 128, fuel: 20_000 },
  verified: { timeoutMs: 15_000, memoryMb: 64, fuel: 5_000 },
  untrusted: { timeoutMs: 10_000, memoryMb: 32, fuel: 2_000 },
}

/**
 * The runtimes that a skill may run in, by where it came from. For untrusted code QuickJS is not enough by itself: a flaw in
 * its engine would be a flaw in this process.
 */
export const tierRuntimes: Record<Tier, readonly RuntimeName[]> = {
  local: ['quickjs', 'container', 'component', 'microvm'],
  verified: ['quickjs', 'component', 'container', 'microvm'],
  untrusted: ['container', 'microvm'],
}

/** A processor share for runtimes that can share one out, when a manifest leaves it open. */
export const defaultCpus = 0.5

/** What a request may use, by the trust in whoever makes it. Secrets follow http. */
export const trustCeiling: Record<Trust, Ceiling> = {
  none: { ...httpOnly, network: false, secrets: false },
  network: httpOnly,
  llm: { ...httpOnly, llm: true },
  write: { ...httpOnly, llm: true, read: true, write: () => true },
  full: everything,
}

/** The trust that permissions ask for: the least level whose ceiling holds all of them. */
export function trustFor({ network, secrets, filesystem, exec, llm, memory, messages }: Permissions): Trust {
  if (exec.length > 0 || memory || messages) return 'full'
  if (filesystem.read.length > 0 || filesystem.write.length > 0) return 'write'
  if (llm) return 'llm'
  return network.egress.length > 0 || secrets.length > 0 ? 'network' : 'none'
}

/** A guest's budget: half of the fuel, 15 seconds, 4 host calls at a time. */
export function publicBudget(limits: ExecutionLimits): ExecutionLimits {
  return {
    ...limits,
    fuel: Math.max(1, Math.floor(limits.fuel / 2)),
    timeoutMs: Math.min(limits.timeoutMs, 15_000),
    hostCallsInFlight: Math.min(limits.hostCallsInFlight, 4),
  }
}
