import { ConsoleProposalPage, ProposalQuery } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { profileParams } from '#lib/console/server/profile-params.ts'

/** A page of the profile's older proposals that are decided or have lapsed. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  params: profileParams,
  query: ProposalQuery,
  output: ConsoleProposalPage,
  handle: ({ params: { id }, input: { after }, services }) => services.manageProfiles.olderProposals(id, after),
})
