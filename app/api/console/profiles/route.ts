import { ConsoleProfiles, ProfileQuery } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  query: ProfileQuery,
  output: ConsoleProfiles,
  handle: ({ input, services }) => services.manageProfiles.list(input),
})
