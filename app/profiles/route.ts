import { NewProfile } from '#lib/agents/model/profile-schema.ts'
import { mayCreateProfile } from '#lib/agents/server/api/may-create-profile.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Creates a profile for an agent. The answer contains the id, which is the agent's only secret. */
const create = defineRoute({
  who: 'anyone',
  limit: 'profiles',
  stores: true,
  body: NewProfile,
  checkFirst: async ({ request }) => mayCreateProfile(request.headers, (await services()).profileDoor),
  async handle({ input }) {
    const { profiles } = await services()
    const created = await profiles.create(input)
    return created.ok ? { body: created.value, status: 201 } : created
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: create })
