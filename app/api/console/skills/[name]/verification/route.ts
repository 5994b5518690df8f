import { defineRoute } from '#lib/compose/define-route.ts'
import { Verification } from '#lib/console/model/console-install.ts'
import { verifySkill } from '#lib/console/server/installing/read-origin.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { skillParams } from '#lib/console/server/skill-params.ts'

/** Compares the stored files of an installed skill with the lock file. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  params: skillParams,
  output: Verification,
  handle: async ({ params: { name }, services }) => ({ body: await verifySkill(services, name) }),
})
