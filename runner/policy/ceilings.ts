import type { Permissions, Tier } from '../contract/manifest.ts'
import type { Trust } from '../contract/principal.ts'
import type { ExecutionLimits } from '../core/skill.ts'

/** The most that may be granted of each permission. A function decides for each file path. */
export type Ceiling = {
  readonly network: boolean
  readonly secrets: boolean
  readonly read: boolean
  readonly write: (path: string) => boolean
  readonly exec: boolean
  readonly llm: boolean
  readonly memory: boolean
  readonly messages: boolean
  readonly gateway: boolean
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
  gateway: true,
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
  gateway: false,
}

/** The most that a skill may ever be granted, by its tier. */
export const tierCeiling: Record<Tier, Ceiling> = {
  local: everything,
  verified: { ...everything, exec: false, gateway: false, write: (path) => !path.startsWith('/') },
  untrusted: httpOnly,
}

/** Limits that a manifest leaves out, by tier. One unit of fuel is 1,000,000 instructions. */
export const tierLimits: Record<Tier, Pick<ExecutionLimits, 'timeoutMs' | 'memoryMb' | 'fuel'>> = {
  local: { timeoutMs: 30_000, memoryMb: 128, fuel: 20_000 },
  verified: { timeoutMs: 15_000, memoryMb: 64, fuel: 5_000 },
  untrusted: { timeoutMs: 10_000, memoryMb: 32, fuel: 2_000 },
}

/** The CPU share if the manifest states none, for runtimes that can limit CPU time. */
export const defaultCpus = 0.5

/** The most that a request may use, by the requester's trust. Secrets need the same trust as http. */
export const trustCeiling: Record<Trust, Ceiling> = {
  none: { ...httpOnly, network: false, secrets: false },
  network: httpOnly,
  llm: { ...httpOnly, llm: true },
  write: { ...httpOnly, llm: true, read: true, write: () => true },
  full: everything,
}

/** The trust that permissions need: the lowest level whose ceiling includes them all. */
export function trustFor({ network, secrets, filesystem, exec, llm, memory, messages, gateway }: Permissions): Trust {
  if (exec.length > 0 || memory || messages || gateway) return 'full'
  if (filesystem.read.length > 0 || filesystem.write.length > 0) return 'write'
  if (llm) return 'llm'
  return network.egress.length > 0 || secrets.length > 0 ? 'network' : 'none'
}

/** A guest's budget: half of the fuel, at most 15 seconds, and at most 4 host calls at a time. */
export function publicBudget(limits: ExecutionLimits): ExecutionLimits {
  return {
    ...limits,
    fuel: Math.ceil(limits.fuel / 2),
    timeoutMs: Math.min(limits.timeoutMs, 15_000),
    hostCallsInFlight: Math.min(limits.hostCallsInFlight, 4),
  }
}
