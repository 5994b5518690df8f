import * as z from 'zod'

/** A request to a subject's process, one line of JSON on its standard input. */
export const Request = z.strictObject({
  id: z.int(),
  job: z.string(),
  /** The number of samples. */
  n: z.int().positive(),
  /** The number of concurrent runs. */
  atOnce: z.int().positive(),
  /** Offers in the provider's answer; 0 if the job has none. */
  offers: z.int().nonnegative(),
  /** Worker threads, for subjects with workers; 0 for the subject's default. */
  workers: z.int().nonnegative(),
  /** The URL of the loopback provider; empty if the job needs none. */
  provider: z.string(),
})
export type Request = z.infer<typeof Request>
/** A request without its id. */
export type Question = Omit<Request, 'id'>

/** A reply, one line of JSON on the process's standard output. */
export const Reply = z.union([
  z.strictObject({
    id: z.int(),
    values: z.record(z.string(), z.number()),
    /** The SHA-256 (hex) of the job's answer; equal for all subjects with the same answer. */
    answer: z.string().optional(),
  }),
  z.strictObject({ id: z.int(), failed: z.string() }),
])
export type Reply = z.infer<typeof Reply>

/** `undefined` for other output of the process. */
export function parseReply(line: string): Reply | undefined {
  return parseLine(Reply, line)
}

/** `undefined` if the line is not a request. */
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
