import * as z from 'zod'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Makes the keys and hosts final, and lets the agent run scripts. */
const lock = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  body: z.unknown(),
  handle: async ({ params: { id }, input, context }) => (await services()).manageProfiles.lock(context, id, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: lock })
