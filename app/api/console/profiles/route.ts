import { ConsoleProfiles, NewConsoleProfile, ProfileQuery } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles, operatorsRead } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsRead,
  query: ProfileQuery,
  output: ConsoleProfiles,
  async handle({ input, services: { env, manageProfiles } }) {
    const found = await manageProfiles.list(input)
    return found.ok ? { body: { ...found.value, unlocked_days: env.agents.unlockedDays } } : found
  },
})

/** Creates an unlocked profile. */
const create = defineRoute({
  ...changesProfiles,
  status: 201,
  body: NewConsoleProfile,
  handle: ({ input, context, services }) => services.manageProfiles.create(context, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
