import type { Metrics } from './create-metrics.ts'

/** What executions count. */
export type ExecutionMetrics = Pick<Metrics, 'executionEnded' | 'egressEnded' | 'answerLookedUp' | 'workerReplaced'>

/** For commands, whose figures nobody reads: loading the library takes a tenth of a second. */
export const noMetrics: ExecutionMetrics = {
  executionEnded() {},
  egressEnded() {},
  answerLookedUp() {},
  workerReplaced() {},
}
