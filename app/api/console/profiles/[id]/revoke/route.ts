import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'

/** Revokes the profile and ends its running executions. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesProfiles,
  params: profileParams,
  handle: ({ params: { id }, context, services }) => services.manageProfiles.revoke(context, id),
})
