import { RevokeUnlocked } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles } from '#lib/console/server/operators-only.ts'

/** Revokes the unlocked profiles, none of which has executed anything. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesProfiles,
  body: RevokeUnlocked,
  handle: ({ input, context, services }) => services.manageProfiles.revokeUnlocked(context, input),
})
