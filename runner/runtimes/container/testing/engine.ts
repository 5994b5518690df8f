import { need } from '../../../../scripts/testing/needs.ts'
import type { ExecutionLimits } from '../../../core/skill.ts'
import { testLimits } from '../../testing/conformance/harness.ts'
import { connectEngine, type EngineAddress } from '../engine.ts'

export const engineAddress: EngineAddress = { kind: 'socket', path: '/var/run/docker.sock' }

/** Whether a Docker engine answers. */
export async function hasEngine(): Promise<boolean> {
  try {
    await connectEngine({ address: engineAddress, timeoutMs: 5000 }).info()
    return true
  } catch {
    return false
  }
}

/** Options of tests that need a Docker engine. With `CI=true` they run, and fail without one. */
export const needsEngine = need(
  // biome-ignore lint/style/noProcessEnv: only tests read this file.
  process.env.CI === 'true' || (await hasEngine()),
  'a Docker engine',
  'install Docker and start it',
)

/** Limits of a container runtime that only a hung engine exceeds, however busy the machine is. */
export const patientRuntime = { engineTimeoutMs: 90_000, probeTimeoutMs: 120_000 } as const

/** A container takes seconds to start on a busy machine, so tests without a time limit of their own get more time. */
export function patient(limits: ExecutionLimits): ExecutionLimits {
  return limits.timeoutMs === testLimits.timeoutMs ? { ...limits, timeoutMs: 150_000 } : limits
}
