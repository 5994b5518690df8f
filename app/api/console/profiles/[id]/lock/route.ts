import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Makes the keys and hosts final, and lets the agent run scripts. */
const lock = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  body: z.unknown(),
  handle: ({ params: { id }, input, context, services }) => services.manageProfiles.lock(context, id, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: lock })
