import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const dynamic = 'force-dynamic'

/** Revokes the profile and ends its running executions. */
const revoke = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  handle: async ({ params: { id }, context }) => (await services()).manageProfiles.revoke(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: revoke })
