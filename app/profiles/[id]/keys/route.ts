import { routeMethods } from '#lib/http/route-methods.ts'
import { defineAgentBodyRoute } from '#lib/server.ts'
import { AddedKeys } from '#lib/shared/profile-schema.ts'

export const dynamic = 'force-dynamic'

/** Adds keys and hosts while the profile is unlocked. */
const add = defineAgentBodyRoute({
  body: AddedKeys,
  handle: ({ token, input }, { profiles }) => profiles.addKeys(token, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: add })
