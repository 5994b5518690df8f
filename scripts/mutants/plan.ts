import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** What the command asks of the processes that run the tests; they find it in their environment. */
const Plan = z.object({
  project: z.enum(['unit', 'integration']),
  /** The test files, the nearest first. */
  tests: z.array(z.string()),
  /** When to stop, in ms of `Date.now()`. */
  until: z.number(),
})
export type Plan = z.infer<typeof Plan>
export const environmentOf = (plan: Plan): Record<string, string> => ({ TRAVEL_MUTANTS: JSON.stringify(plan) })
export const readPlan = (): Plan => Plan.parse(JSON.parse(process.env.TRAVEL_MUTANTS ?? 'null'))

/** `begun`: a test has started with this mutant, or without one. */
const Event = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['reached', 'tried', 'caught']), id: z.number(), test: z.string() }),
  z.object({ kind: z.literal('unused'), test: z.string(), why: z.string() }),
  z.object({ kind: z.literal('begun'), id: z.number().optional(), test: z.string(), atMs: z.number() }),
])
type Event = z.infer<typeof Event>

const log = 'mutants.jsonl'
export const note = (folder: string, event: Event): void =>
  appendFileSync(`${folder}/${log}`, `${JSON.stringify(event)}\n`)
/** A killed process may leave half a line. */
export function readEvents(folder: string, from = 0): Event[] {
  if (!existsSync(`${folder}/${log}`)) return []
  const lines = readFileSync(`${folder}/${log}`, 'utf8').slice(from).split('\n').slice(0, -1)
  return lines.map((line) => Event.parse(JSON.parse(line)))
}
