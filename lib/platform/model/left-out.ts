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
