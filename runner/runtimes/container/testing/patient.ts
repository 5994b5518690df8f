import type { ExecutionLimits } from '../../../skill.ts'
import { testLimits } from '../../conformance/harness.ts'

/** A container takes seconds to start on a busy machine, so tests without a time limit of their own get more time. */
export function patient(limits: ExecutionLimits): ExecutionLimits {
  return limits.timeoutMs === testLimits.timeoutMs ? { ...limits, timeoutMs: 50_000 } : limits
}
