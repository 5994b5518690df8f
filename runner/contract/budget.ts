import * as z from 'zod'
import { longestTimeoutS, mostFuel } from './fuel.ts'

export const shortestTimeoutMs = 100
export const longestTimeoutMs = longestTimeoutS * 1000

/**
 * The bounds of a limit, wherever one is set: in a manifest, an operator's file, a profile or a request. A value that is
 * not in them is refused: ignoring it would give the full budget.
 */
export const budgetOf = {
  timeout_ms: z.int().min(shortestTimeoutMs).max(longestTimeoutMs),
  memory_mb: z.int().min(4).max(4096),
  cpus: z.number().min(0.05).max(16),
  /** In units of 1,000,000 instructions. */
  fuel: z.int().min(1).max(mostFuel),
} as const

const { timeout_ms, memory_mb, cpus, fuel } = budgetOf
/** The budget that a program of ours gives to one execution. Absent: that of the skill. */
export const Budget = z.object({
  timeout_ms: timeout_ms.optional(),
  resource_limits: z
    .strictObject({
      memory_mb: memory_mb.optional(),
      cpus: cpus.optional(),
      fuel: fuel.optional(),
    })
    .optional(),
})
export type Budget = Readonly<z.infer<typeof Budget>>
