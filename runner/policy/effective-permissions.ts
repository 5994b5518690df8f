import type { ActionRule } from '../contract/action-rule.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { Permissions, RuntimeName, SkillManifest, Tier } from '../contract/manifest.ts'
import { hasTrust, type Principal, publicPrincipal, type Trust } from '../contract/principal.ts'
import type { ExecutionLimits, Grant } from '../skill.ts'
import {
  type Ceiling,
  defaultCpus,
  publicBudget,
  tierCeiling,
  tierLimits,
  tierRuntimes,
  trustCeiling,
  trustFor,
} from './ceilings.ts'

/** Limits that somebody asks for; absent: as the manifest says. */
export type LimitWishes = { readonly [K in keyof ExecutionLimits]?: ExecutionLimits[K] | undefined }

/** The most that any execution on this installation gets, whoever asks. */
export const operatorBounds: ExecutionLimits = {
  timeoutMs: 600_000,
  memoryMb: 1_024,
  cpus: 4,
  fuel: 200_000,
  outputKb: 16_384,
  hostCalls: 10_000,
  hostCallsInFlight: 64,
  responseKb: 65_536,
}

/** Responses that one execution waits for stand in the app's own memory: so much of them at once, however small on the wire. */
const responseKbInFlight = 65_536

/** What the policy looks at of who asks. */
export type Asker = Pick<Principal, 'source' | 'trust'>

export type PolicyQuestion = {
  readonly manifest: Pick<SkillManifest, 'permissions' | 'limits' | 'runtimes'>
  /** What the manifest says of the action that is asked for. */
  readonly action: Pick<ActionRule, 'effects' | 'risk_level'>
  /** What was approved when the skill was installed. Absent: nothing. */
  readonly approved: Permissions | undefined
  readonly tier: Tier
  /** Absent: `publicPrincipal`. */
  readonly principal: Asker | undefined
  /** From the input of whoever asks: only lowers. */
  readonly caller?: LimitWishes | undefined
  /** From the code that calls `execute`: lowers, or raises up to the bounds. */
  readonly host?: LimitWishes | undefined
  /** The one runtime that the code that calls `execute` asks for. Absent: any that the manifest names. */
  readonly runtime?: RuntimeName | undefined
  /** Absent: `operatorBounds`. */
  readonly bounds?: ExecutionLimits | undefined
}

export type PolicyAnswer =
  | { readonly ok: true; readonly grant: Grant }
  /** `reason` is for the log. */
  | { readonly ok: false; readonly code: Extract<ErrorCode, 'TRUST_EXCEEDED'>; readonly reason: string }

/**
 * What one execution may do: requested ∩ approved ∩ ceiling(tier) ∩ ceiling(source), the smallest of the limits, and the
 * runtimes that both manifest and tier name, in the manifest's order.
 * Pure. What is absent grants nothing. A skill that needs more trust than its source has is refused as a whole;
 * what approval or tier leave out is only left out, so that the skill can do without.
 */
export function effectivePermissions(question: PolicyQuestion): PolicyAnswer {
  const { manifest, action, approved, tier, runtime: only, principal = publicPrincipal } = question
  const refused = refusalOf(manifest, action, principal)
  if (refused !== undefined) return { ok: false, code: 'TRUST_EXCEEDED', reason: refused }
  const ceilings = [tierCeiling[tier], trustCeiling[principal.trust]]
  const permissions = ceilings.reduce(under, shared(manifest.permissions, approved ?? nothing))
  const runtimes = manifest.runtimes.filter(
    (name) => tierRuntimes[tier].includes(name) && (only === undefined || name === only),
  )
  return { ok: true, grant: { permissions, limits: effectiveLimits({ ...question, principal }), runtimes } }
}

/** The trust that a manifest asks for, whatever of it was approved. */
export function neededTrust(manifest: Pick<SkillManifest, 'permissions'>): Trust {
  return trustFor(manifest.permissions)
}

/** Permissions that grant nothing. */
export const nothing: Permissions = {
  network: { egress: [], methods: [] },
  secrets: [],
  filesystem: { read: [], write: [] },
  exec: [],
  llm: false,
  memory: false,
  messages: false,
}

function refusalOf(
  manifest: PolicyQuestion['manifest'],
  { effects, risk_level }: PolicyQuestion['action'],
  { source, trust }: Asker,
): string | undefined {
  const needed = neededTrust(manifest)
  if (!hasTrust(trust, needed)) return `needs ${needed}, which a request from ${source} does not have`
  if (source !== 'public') return undefined
  if (effects.length === 0 || effects.some((effect) => effect !== 'read')) {
    return 'does more than read, and a guest may only read'
  }
  return risk_level === 'low' ? undefined : `is of ${risk_level} risk, and a guest may only use low`
}

function shared(requested: Permissions, approved: Permissions): Permissions {
  const both = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set(a)].filter((item) => b.includes(item))
  return {
    network: {
      egress: both(requested.network.egress, approved.network.egress),
      methods: both(requested.network.methods, approved.network.methods),
    },
    secrets: both(requested.secrets, approved.secrets),
    filesystem: {
      read: both(requested.filesystem.read, approved.filesystem.read),
      write: both(requested.filesystem.write, approved.filesystem.write),
    },
    exec: both(requested.exec, approved.exec),
    llm: requested.llm && approved.llm,
    memory: requested.memory && approved.memory,
    messages: requested.messages && approved.messages,
  }
}

function under(permissions: Permissions, ceiling: Ceiling): Permissions {
  const { network, filesystem } = permissions
  const hosts = ceiling.network && network.methods.length > 0 ? network.egress : []
  return {
    // Methods without a host, and hosts without a method, are nothing.
    network: { egress: hosts, methods: hosts.length > 0 ? network.methods : [] },
    secrets: ceiling.secrets ? permissions.secrets : [],
    filesystem: {
      read: ceiling.read ? filesystem.read : [],
      write: filesystem.write.filter(ceiling.write),
    },
    exec: ceiling.exec ? permissions.exec : [],
    llm: permissions.llm && ceiling.llm,
    memory: permissions.memory && ceiling.memory,
    messages: permissions.messages && ceiling.messages,
  }
}

function effectiveLimits({
  manifest,
  tier,
  principal,
  caller = {},
  host = {},
  bounds = operatorBounds,
}: PolicyQuestion): ExecutionLimits {
  const { limits } = manifest
  const declared: ExecutionLimits = {
    timeoutMs: limits.timeout_ms ?? tierLimits[tier].timeoutMs,
    memoryMb: limits.memory_mb ?? tierLimits[tier].memoryMb,
    cpus: limits.cpus ?? defaultCpus,
    fuel: limits.fuel ?? tierLimits[tier].fuel,
    outputKb: limits.output_kb,
    hostCalls: limits.host_calls,
    hostCallsInFlight: limits.host_calls_in_flight,
    responseKb: limits.response_kb,
  }
  const wished = eachLimit((name) => Math.min(usable(host[name]) ?? declared[name], bounds[name]))
  const budget = principal?.source === 'public' ? publicBudget(wished) : wished
  const atOnce = Math.max(1, Math.floor(responseKbInFlight / Math.max(1, budget.responseKb)))
  const bounded = { ...budget, hostCallsInFlight: Math.min(budget.hostCallsInFlight, atOnce) }
  return eachLimit((name) => Math.min(bounded[name], usable(caller[name]) ?? bounded[name]))
}

/** A wish that is no finite positive number counts as none made; hostCalls may be 0. */
function usable(wish: number | undefined): number | undefined {
  return wish === undefined || !Number.isFinite(wish) || wish < 0 ? undefined : wish
}

function eachLimit(of: (name: keyof ExecutionLimits) => number): ExecutionLimits {
  return {
    timeoutMs: of('timeoutMs'),
    memoryMb: of('memoryMb'),
    cpus: of('cpus'),
    fuel: of('fuel'),
    outputKb: of('outputKb'),
    hostCalls: of('hostCalls'),
    hostCallsInFlight: of('hostCallsInFlight'),
    responseKb: of('responseKb'),
  }
}
