import * as z from 'zod'

const Count = z.int().nonnegative()

/** The numbers beside the console's pages. */
export const ConsoleCounts = z.strictObject({
  /** Tasks that only an operator can do. */
  tasks: Count,
  /** Executions that began in the last 24 hours. */
  executions: Count,
  running: Count,
  queued: Count,
  skills: Count,
  /** Profiles that are neither revoked nor expired. */
  profiles: Count,
  credentials: Count,
  /** Agents' keys that are neither revoked nor expired. */
  agent_keys: Count,
  /** Messages that are not delivered yet. */
  messages: Count,
})
export type ConsoleCounts = z.infer<typeof ConsoleCounts>
