import { nextAuthRoute } from '#lib/compose/server.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  GET: nextAuthRoute,
  POST: nextAuthRoute,
})
