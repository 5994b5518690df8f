import * as z from 'zod'

/** The id of a profile in a path of the console. */
export const profileParams = z.object({ id: z.string().regex(/^prof_[0-9A-Za-z]{1,40}$/) })
