import * as z from 'zod'

/** When operators hear about what waits for them: never, once an hour, or within a minute. */
export const AlertMode = z.enum(['off', 'hourly', 'at-once'])
export type AlertMode = z.infer<typeof AlertMode>
