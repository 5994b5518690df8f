import * as z from 'zod'

/** What `upstream.ts` prints. */
export const Upstream = z.strictObject({ port: z.int(), authority: z.string() })
/** What `serve.ts` prints. */
export const Gateway = z.strictObject({ path: z.string(), authority: z.string() })
