import { AddedKeys } from '#lib/agents/model/profile-schema.ts'
import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Adds keys and hosts while the profile is unlocked. */
const add = defineRoute({
  ...agentRoute,
  body: AddedKeys,
  handle: ({ first: { profileToken, profiles }, input }) => profiles.addKeys(profileToken, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: add })
