import * as z from 'zod'
import { limitsOf } from '#lib/agents/server/scripts/script-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles, operatorsRead } from '#lib/console/server/operators-only.ts'
import { profileActivity } from '#lib/console/server/profile-activity.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const read = defineRoute({
  ...operatorsRead,
  params: profileParams,
  async handle({ params: { id }, services: { db, manageProfiles } }) {
    const found = await manageProfiles.read(id)
    if (!found.ok) return found
    const activity = await profileActivity(db, id)
    return { body: { profile: found.value, activity, default_limits: limitsOf({}) } }
  },
})

const change = defineRoute({
  ...changesProfiles,
  params: profileParams,
  body: z.unknown(),
  handle: ({ params: { id }, input, context, services }) => services.manageProfiles.change(context, id, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: read, PATCH: change })
