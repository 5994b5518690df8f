import * as z from 'zod'
import { ProposalVerdict } from '#lib/agents/model/console-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { changesProfiles } from '#lib/console/server/operators-only.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesProfiles,
  params: z.object({ id: z.string().regex(/^prop_[0-9A-Za-z]{1,40}$/) }),
  body: ProposalVerdict,
  handle: ({ params: { id }, input: { verdict }, context, services }) =>
    services.manageProfiles.decide(context, id, verdict),
})
