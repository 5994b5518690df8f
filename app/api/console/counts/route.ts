import { defineRoute } from '#lib/compose/define-route.ts'
import { ConsoleCounts } from '#lib/console/model/console-counts.ts'
import { operatorsRead } from '#lib/console/server/operators-only.ts'
import { readCounts } from '#lib/console/server/read-counts.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...operatorsRead,
  output: ConsoleCounts,
  handle: async ({ services }) => ({ body: await readCounts(services) }),
})
