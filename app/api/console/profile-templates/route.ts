import { ProfileTemplates } from '#lib/agents/model/profile-template.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'

/** The templates from which an operator or an agent can create a profile. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  output: ProfileTemplates,
  handle: async ({ services }) => ({ body: { templates: [...services.profileTemplates] } }),
})
