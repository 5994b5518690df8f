import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Removes a key while the profile is unlocked. */
const remove = defineRoute({
  ...agentRoute,
  handle: ({ first: { profileToken, profiles }, params: { name } }) => profiles.removeKey(profileToken, name),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ DELETE: remove })
