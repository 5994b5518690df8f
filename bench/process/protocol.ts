import * as z from 'zod'

/** What a subject's process is asked, as one line of JSON on its standard input. */
export const Request = z.strictObject({
  id: z.int(),
  job: z.string(),
  /** How many samples. */
  n: z.int().positive(),
  /** How many of them are under way at once. */
  atOnce: z.int().positive(),
  /** Offers in the provider's answer; 0 where the job has none. */
  offers: z.int().nonnegative(),
  /** Worker threads, for a subject that has them; 0: as many as it takes by itself. */
  workers: z.int().nonnegative(),
  /** Where the loopback provider listens; empty where the job needs none. */
  provider: z.string(),
})
export type Request = z.infer<typeof Request>
/** A request without the number that its process gives it. */
export type Question = Omit<Request, 'id'>

/** One line of JSON on its standard output. */
export const Reply = z.union([
  z.strictObject({
    id: z.int(),
    values: z.record(z.string(), z.number()),
    /** The sha256 (hex) of the answer that the job gave: the same for all subjects that did the same. */
    answer: z.string().optional(),
  }),
  z.strictObject({ id: z.int(), failed: z.string() }),
])
export type Reply = z.infer<typeof Reply>

/** `undefined`: the line is something else that the process printed. */
export function parseReply(line: string): Reply | undefined {
  return parseLine(Reply, line)
}

/** `undefined`: the line is not a request. */
export function parseRequest(line: string): Request | undefined {
  return parseLine(Request, line)
}

function parseLine<T>(schema: z.ZodType<T>, line: string): T | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  return schema.safeParse(value).data
}
