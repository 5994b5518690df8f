import * as z from 'zod'

/** The output of `upstream.ts`. */
export const Upstream = z.strictObject({ port: z.int(), authority: z.string() })
/** The output of `serve.ts`. */
export const Gateway = z.strictObject({ path: z.string(), authority: z.string() })
