import { operatorsOnly } from '#lib/console/operators-only.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ConsoleProfiles, ProfileQuery } from '#lib/shared/console-profile.ts'

export const dynamic = 'force-dynamic'

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
