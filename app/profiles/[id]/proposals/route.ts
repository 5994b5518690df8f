import { NewProposal, ProposalView } from '#lib/agents/model/profile-schema.ts'
import { agentRoute } from '#lib/agents/server/api/agent-route.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...agentRoute,
  operation: 'propose',
  summary: 'Asks the operator for a key or a host on a locked profile.',
  body: NewProposal,
  status: 201,
  answers: { 201: { description: 'The proposal', schema: ProposalView } },
  errors: ['CONFLICT'],
  handle: ({ first: { profileToken }, input, services }) => services.profiles.propose(profileToken, input),
})
