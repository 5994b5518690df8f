import * as z from 'zod'

/** The id of an uploaded file in a path of the console. */
export const importParams = z.object({ id: z.string().regex(/^imp_[0-9A-Za-z]{22}$/) })
