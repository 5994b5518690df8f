import { routeMethods } from '#lib/http/route-methods.ts'
import { nextAuthRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({
  GET: nextAuthRoute,
  POST: nextAuthRoute,
})
