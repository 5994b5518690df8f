import { NewProposal } from '#lib/agents/model/profile-schema.ts'
import { defineAgentBodyRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Asks the operator for a key or a host on a locked profile. */
const propose = defineAgentBodyRoute({
  body: NewProposal,
  status: 201,
  handle: ({ token, input }, { profiles }) => profiles.propose(token, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: propose })
