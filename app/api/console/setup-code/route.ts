import { setupCodeHeader } from '#lib/agents/server/api/may-create-profile.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'

/** Returns the setup code, which an agent on another machine needs to create a profile. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  handle: ({ services: { profileDoor } }) => ({
    body: { header: setupCodeHeader, code: profileDoor.code, is_open: profileDoor.isOpen },
  }),
})
