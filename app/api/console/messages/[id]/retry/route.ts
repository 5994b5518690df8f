import * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const params = z.object({ id: z.string().regex(/^msg_[0-9A-Za-z]{1,40}$/) })

/** Tries to deliver the message now. */
const retry = defineRoute({
  ...operatorsOnly,
  params,
  handle: ({ params: { id }, context, services }) => services.manageMessages.retry(context, id),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: retry })
