import * as z from 'zod'

/** How an operator can prove to be present. `provider`: the name of the provider of this app. Null: there is none. */
export const ProofWays = z.strictObject({ has_password: z.boolean(), provider: z.string().nullable() })
