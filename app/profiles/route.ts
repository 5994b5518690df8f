import { NewProfile } from '#lib/agents/model/profile-schema.ts'
import { mayCreateProfile } from '#lib/agents/server/api/may-create-profile.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Creates a profile for an agent. The answer contains the id, which is the agent's only secret. */
const create = defineRoute({
  who: 'anyone',
  limit: 'profiles',
  body: NewProfile,
  checkFirst: async ({ request }) => mayCreateProfile(request.headers, (await services()).profileDoor),
  status: 201,
  handle: async ({ input }) => (await services()).profiles.create(input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: create })
