import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/**
 * Returns the token, for the copy button. The method is POST, so that only our own pages can send the request and no
 * cache stores the token.
 */
const token = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  handle: ({ params: { id }, context, services }) => services.manageProfiles.token(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: token })
