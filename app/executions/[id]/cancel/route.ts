import { defineRoute, executionRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

/** Cancels an execution that has not ended yet. */
const cancel = defineRoute({
  ...executionRoute,
  handle: ({ first: { call, scripts } }) => scripts.cancel(call),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: cancel })
