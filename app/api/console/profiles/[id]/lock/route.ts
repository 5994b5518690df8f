import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'

/** Makes the keys and hosts final, and lets the agent run scripts. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesProfiles,
  params: profileParams,
  body: z.unknown(),
  handle: ({ params: { id }, input, context, services }) => services.manageProfiles.lock(context, id, input),
})
