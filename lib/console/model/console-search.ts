import * as z from 'zod'
import { ExecutionRow } from './console-executions.ts'

/** The search of the whole console. */
export const ConsoleSearchQuery = z.strictObject({ text: z.string().trim().min(1).max(200) })

/** Anything but an execution that the search finds. */
export const ConsoleHit = z.strictObject({
  kind: z.enum(['skill', 'profile', 'credential', 'agent_key', 'person']),
  /** What its page is found by: its name or id, or the address of a person. */
  id: z.string(),
  title: z.string(),
  note: z.string(),
})
export type ConsoleHit = z.infer<typeof ConsoleHit>

export const ConsoleSearch = z.strictObject({
  /** The latest ones first. */
  executions: z.array(ExecutionRow),
  hits: z.array(ConsoleHit),
})
export type ConsoleSearch = z.infer<typeof ConsoleSearch>
