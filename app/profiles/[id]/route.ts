import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Returns the profile: its state, hosts and limits, and for each key its name and whether it has a value. */
const read = defineRoute({
  ...agentRoute,
  handle: ({ first: { profileToken, profiles } }) => profiles.read(profileToken),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read })
