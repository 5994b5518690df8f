import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Revokes the profile and ends its running executions. */
const revoke = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  handle: ({ params: { id }, context, services }) => services.manageProfiles.revoke(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: revoke })
