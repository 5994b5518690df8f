import { routeMethods } from '#lib/http/route-methods.ts'
import { defineAgentRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** Removes a key while the profile is unlocked. */
const remove = defineAgentRoute({ handle: ({ token, name }, { profiles }) => profiles.removeKey(token, name) })

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: remove })
