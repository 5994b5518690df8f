import { ProfileRemoval } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'

/** Deletes a revoked profile, with or without its history. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsConfirm,
  params: profileParams,
  body: ProfileRemoval,
  handle: ({ params: { id }, input, context, services }) => services.manageProfiles.remove(context, id, input),
})
