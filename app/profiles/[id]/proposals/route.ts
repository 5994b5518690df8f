import { routeMethods } from '#lib/http/route-methods.ts'
import { defineAgentBodyRoute } from '#lib/server.ts'
import { NewProposal } from '#lib/shared/profile-schema.ts'

export const dynamic = 'force-dynamic'

/** Asks the operator for a key or a host on a locked profile. */
const propose = defineAgentBodyRoute({
  body: NewProposal,
  status: 201,
  handle: ({ token, input }, { profiles }) => profiles.propose(token, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: propose })
