import { NewProposal } from '#lib/agents/model/profile-schema.ts'
import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Asks the operator for a key or a host on a locked profile. */
const propose = defineRoute({
  ...agentRoute,
  body: NewProposal,
  status: 201,
  handle: ({ first: { profileToken, profiles }, input }) => profiles.propose(profileToken, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: propose })
