import { ConsoleProfiles, ProfileQuery } from '#lib/agents/model/console-profile.ts'
import { defineRoute, services } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  query: ProfileQuery,
  async handle({ input }) {
    const { manageProfiles } = await services()
    const page = await manageProfiles.list(input)
    return page.ok ? { body: ConsoleProfiles.parse(page.value) } : page
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
