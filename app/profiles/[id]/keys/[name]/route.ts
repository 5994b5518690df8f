import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Removes a key while the profile is unlocked. */
const remove = defineRoute({
  ...agentRoute,
  handle: ({ first: { token, profiles }, params: { name } }) => profiles.removeKey(token, name),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: remove })
