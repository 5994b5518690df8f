import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { readSystem } from '#lib/console/server/system/read-system.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  handle: async ({ services }) => ({ body: await readSystem(services) }),
})
