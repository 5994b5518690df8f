import * as z from 'zod'

/** A problem because of which an approved skill or entry is left out. */
export const LeftOut = z.strictObject({
  /** Relative to the project, if the file is inside it. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** The path of a field in the file. Empty: the whole file. */
  path: z.string(),
  message: z.string(),
  remedy: z.string(),
})
export type LeftOut = z.infer<typeof LeftOut>

const verdict = z.enum(['ok', 'failing'])
export type HealthVerdict = z.infer<typeof verdict>

/** Whether skills can run in containers here. `off` is not a failure, because skills for other runtimes still run. */
const Containers = z.discriminatedUnion('status', [
  z.object({ status: z.literal('on'), egress: z.string() }),
  z.object({ status: z.literal('off'), reason: z.string(), remedy: z.string() }),
  z.object({ status: z.literal('starting') }),
])

/** Whether skills can run programs of this machine, and how the memory of programs is limited. */
const Programs = z.discriminatedUnion('status', [
  z.object({ status: z.literal('on'), memory: z.enum(['cgroup', 'measured']) }),
  z.object({ status: z.literal('off'), reason: z.string() }),
  z.object({ status: z.literal('starting') }),
])

/** The body of `/health`. `status` is ok if every check is ok, and `draining` if the process is about to stop. */
export const Health = z.object({
  status: z.enum([...verdict.options, 'draining']),
  checks: z.object({ database: verdict, runner: verdict, gateway: verdict, disk: verdict }),
  /** Known problems and remedies that everyone may read. */
  problems: z.array(z.string()).optional(),
  /** For operators: why approved skills do not run. Such a skill does not make the app unhealthy, because the others run. */
  left_out: z.array(LeftOut).optional(),
  containers: Containers,
  programs: Programs,
})
export type Health = z.infer<typeof Health>
