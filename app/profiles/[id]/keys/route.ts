import { AddedKeys, ProfileView } from '#lib/agents/model/profile-schema.ts'
import { agentRoute } from '#lib/agents/server/api/agent-route.ts'
import { defineRoute } from '#lib/compose/define-route.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...agentRoute,
  operation: 'addKeys',
  summary: 'Adds keys and hosts to an unlocked profile.',
  body: AddedKeys,
  answers: { 200: { description: 'The profile', schema: ProfileView } },
  errors: ['CONFLICT'],
  handle: ({ first: { profileToken }, input, services }) => services.profiles.addKeys(profileToken, input),
})
