import { ProfileView } from '#lib/agents/model/profile-schema.ts'
import { agentRoute } from '#lib/agents/server/api/agent-route.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.delete({
  ...agentRoute,
  operation: 'removeKey',
  summary: 'Takes a key back from an unlocked profile.',
  answers: { 200: { description: 'The profile', schema: ProfileView } },
  errors: ['FORBIDDEN', 'CONFLICT'],
  handle: ({ first: { profileToken }, params: { name }, services }) => services.profiles.removeKey(profileToken, name),
})
