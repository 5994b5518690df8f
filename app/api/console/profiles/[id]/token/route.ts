import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'

/**
 * Returns the token, for the copy button. The method is POST, so that only our own pages can send the request and no
 * cache stores the token.
 */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  params: profileParams,
  handle: ({ params: { id }, context, services }) => services.manageProfiles.token(context, id),
})
