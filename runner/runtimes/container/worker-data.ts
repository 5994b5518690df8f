import * as z from 'zod'

/** What the worker thread is started with. */
export const WorkerData = z.object({
  engine: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('socket'), path: z.string() }),
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.int() }),
  ]),
  engineTimeoutMs: z.int().positive(),
  instance: z.string(),
  /** What containers that wait for their execution may use together; 0: none are started ahead. */
  preStartMb: z.int().nonnegative(),
  /** The instance's certificate authority: its key is read by the worker, and stays there. Absolute. */
  caFolder: z.string(),
  /** Has a folder for each of this installation's instances, this one's included. Absolute. */
  socketRoot: z.string(),
  /** Has the relay in it. */
  relayImage: z.string(),
  /** Where networks of executions get their addresses from, such as 10.213.0.0/16. */
  subnets: z.string(),
})
export type WorkerData = z.infer<typeof WorkerData>
