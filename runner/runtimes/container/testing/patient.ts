import type { ExecutionLimits } from '../../../core/skill.ts'
import { testLimits } from '../../testing/conformance/harness.ts'

/** Limits of a container runtime that only a hung engine exceeds, however busy the machine is. */
export const patientRuntime = { engineTimeoutMs: 90_000, probeTimeoutMs: 120_000 } as const

/** A container takes seconds to start on a busy machine, so tests without a time limit of their own get more time. */
export function patient(limits: ExecutionLimits): ExecutionLimits {
  return limits.timeoutMs === testLimits.timeoutMs ? { ...limits, timeoutMs: 150_000 } : limits
}
