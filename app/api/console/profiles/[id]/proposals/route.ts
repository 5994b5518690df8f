import { operatorsOnly } from '#lib/console/operators-only.ts'
import { profileParams } from '#lib/console/profile-params.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { defineRoute, services } from '#lib/server.ts'
import { ConsoleProposalPage, ProposalQuery } from '#lib/shared/console-profile.ts'

export const dynamic = 'force-dynamic'

/** A page of the profile's older proposals that are decided or have lapsed. */
const list = defineRoute({
  ...operatorsOnly,
  params: profileParams,
  query: ProposalQuery,
  async handle({ params: { id }, input: { after } }) {
    const { manageProfiles } = await services()
    const page = await manageProfiles.olderProposals(id, after)
    return page.ok ? { body: ConsoleProposalPage.parse(page.value) } : page
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list })
