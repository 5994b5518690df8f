import { longestTimeoutS, mostFuel } from '../contract/fuel.ts'
import type { SkillManifest, Tier } from '../contract/manifest.ts'
import type { LimitCaps, SkillOverride, TravelConfig } from '../contract/travel-config.ts'
import type { ExecutionLimits } from '../core/skill.ts'
import { defaultCpus, publicBudget, tierLimits } from './ceilings.ts'

/** Requested limits. If a limit is absent, the manifest's limit applies. */
export type LimitWishes = { readonly [K in keyof ExecutionLimits]?: ExecutionLimits[K] | undefined }

/** The upper bounds for every execution of this installation, whoever requests it. */
const operatorBounds: ExecutionLimits = {
  timeoutMs: longestTimeoutS * 1000,
  memoryMb: 1_024,
  cpus: 4,
  fuel: mostFuel,
  outputKb: 16_384,
  hostCalls: 10_000,
  hostCallsInFlight: 64,
  responseKb: 65_536,
}

/** The maximum kilobytes of an execution's responses in flight, which the app holds decompressed in memory. */
const responseKbInFlight = 65_536

/** What can lower a limit, in the order of application. */
export type LimitCap = 'instance' | 'source' | 'memory' | 'config' | 'skill' | 'agent' | 'profile' | 'request'

/** One limit. `requested`: the value from `host`, else from the manifest, else the tier's default. */
export type LimitRow = {
  readonly limit: keyof ExecutionLimits
  readonly requested: number
  readonly effective: number
  readonly loweredBy: readonly LimitCap[]
}

type LimitQuestion = {
  readonly manifest: Pick<SkillManifest, 'permissions' | 'limits'>
  readonly tier: Tier
  readonly isPublic: boolean
  readonly config: TravelConfig
  readonly override: SkillOverride
  /** The operator's rule for the requesting agent. Absent: none. */
  readonly rule?: Pick<SkillOverride, 'limits'> | undefined
  /** The limits of the requesting profile. Absent: no profile. */
  readonly profile?: LimitWishes | undefined
  readonly caller?: LimitWishes | undefined
  readonly host?: LimitWishes | undefined
  readonly bounds?: ExecutionLimits | undefined
}

/** The limits in effect, and what lowered each. */
export function effectiveLimits({
  manifest,
  tier,
  isPublic,
  config,
  override,
  rule = {},
  profile = {},
  caller = {},
  host = {},
  bounds = operatorBounds,
}: LimitQuestion): { readonly limits: ExecutionLimits; readonly rows: readonly LimitRow[] } {
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
  const requested = eachLimit((name) => closed(host[name]) ?? declared[name])
  const atMost = (caps: LimitWishes) => (before: ExecutionLimits) =>
    eachLimit((name) => Math.min(before[name], closed(caps[name]) ?? before[name]))
  const steps: readonly (readonly [LimitCap, (before: ExecutionLimits) => ExecutionLimits])[] = [
    ['instance', atMost(bounds)],
    ['source', isPublic ? publicBudget : (before) => before],
    ['memory', inMemory],
    ['config', atMost({ fuel: fuelBudgetOf(manifest, config) })],
    ['skill', atMost(named(override.limits))],
    ['agent', atMost(named(rule.limits))],
    ['profile', atMost(profile)],
    ['request', atMost(caller)],
  ]
  let now = requested
  const loweredBy = eachLimit((): LimitCap[] => [])
  for (const [cap, step] of steps) {
    const next = step(now)
    for (const name of limitNames) if (next[name] < now[name]) loweredBy[name].push(cap)
    now = next
  }
  const rows = limitNames.map((limit) => {
    return { limit, requested: requested[limit], effective: now[limit], loweredBy: loweredBy[limit] }
  })
  return { limits: now, rows }
}

/**
 * The operator's fuel budget for a skill that declares `exec`, `llm`, both or neither. Depends on the declared
 * permissions, so that revoking an approved permission never raises the fuel. A skill that declares both gets the
 * smaller budget. `undefined`: no budget.
 */
function fuelBudgetOf(
  { permissions }: LimitQuestion['manifest'],
  { safeExecution: { fuelBudget } }: TravelConfig,
): number | undefined {
  const kinds = [
    ...(permissions.exec.length > 0 ? [fuelBudget.shell ?? fuelBudget.default] : []),
    ...(permissions.llm ? [fuelBudget.llm ?? fuelBudget.default] : []),
  ]
  const budgets = (kinds.length > 0 ? kinds : [fuelBudget.default]).filter((budget) => budget !== undefined)
  return budgets.length > 0 ? Math.min(...budgets) : undefined
}

function inMemory(before: ExecutionLimits): ExecutionLimits {
  const atOnce = Math.max(1, Math.floor(responseKbInFlight / Math.max(1, before.responseKb)))
  return { ...before, hostCallsInFlight: Math.min(before.hostCallsInFlight, atOnce) }
}

/** Renames the manifest's limit fields to the names in the code. */
function named(caps: LimitCaps = {}): LimitWishes {
  return {
    timeoutMs: caps.timeout_ms,
    memoryMb: caps.memory_mb,
    cpus: caps.cpus,
    fuel: caps.fuel,
    outputKb: caps.output_kb,
    hostCalls: caps.host_calls,
    hostCallsInFlight: caps.host_calls_in_flight,
    responseKb: caps.response_kb,
  }
}

/** Nothing for a value that is no limit, so that a mistake never gives a full budget. 0 is allowed, for hostCalls. */
function closed(wish: number | undefined): number | undefined {
  return wish === undefined || (Number.isFinite(wish) && wish >= 0) ? wish : 0
}

function eachLimit<Value>(of: (name: keyof ExecutionLimits) => Value): Record<keyof ExecutionLimits, Value> {
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

export const limitNames = Object.values(eachLimit((name) => name))
