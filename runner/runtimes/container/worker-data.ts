import * as z from 'zod'

/** The data that the worker thread starts with. */
export const WorkerData = z.object({
  engine: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('socket'), path: z.string() }),
    z.object({ kind: z.literal('tcp'), host: z.string(), port: z.int() }),
  ]),
  engineTimeoutMs: z.int().positive(),
  instance: z.string(),
  /** Folder of the instance's certificate authority. Only the worker reads its key. Absolute. */
  caFolder: z.string(),
  /** Contains a folder for each instance of this installation, including this one. Absolute. */
  socketRoot: z.string(),
  /** An image that contains the relay. */
  relayImage: z.string(),
  /** The address range for the networks of executions, such as 10.213.0.0/16. */
  subnets: z.string(),
})
export type WorkerData = z.infer<typeof WorkerData>
