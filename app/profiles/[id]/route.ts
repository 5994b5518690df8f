import { ProfileView } from '#lib/agents/model/profile-schema.ts'
import { agentRoute } from '#lib/agents/server/api/agent-route.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...agentRoute,
  operation: 'readProfile',
  summary: 'Reads a profile: its state, the names of its keys, hosts and limits.',
  answers: { 200: { description: 'The profile', schema: ProfileView } },
  handle: ({ first: { profileToken }, services }) => services.profiles.read(profileToken),
})
