import { NewProposal } from '#lib/agents/model/profile-schema.ts'
import { agentRoute, defineRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Asks the operator for a key or a host on a locked profile. */
const propose = defineRoute({
  ...agentRoute,
  body: NewProposal,
  status: 201,
  handle: ({ first: { token, profiles }, input }) => profiles.propose(token, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: propose })
