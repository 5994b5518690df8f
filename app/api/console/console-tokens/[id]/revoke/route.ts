import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { ConsoleTokenView } from '#lib/platform/model/console-token.ts'

/** Revokes the token at once. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...operatorsOnly,
  params: z.object({ id: z.string().regex(/^ctok_[0-9A-Za-z]{1,40}$/) }),
  output: ConsoleTokenView,
  handle: ({ params: { id }, context, services }) => services.consoleTokens.revoke(context, id),
})
