import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { ConsoleTokenList, CreatedConsoleToken } from '#lib/platform/model/console-token.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsOnly,
  output: ConsoleTokenList,
  handle: async ({ services }) => ({ body: { tokens: await services.consoleTokens.list() } }),
})

/** Makes a token. Only this answer contains it. */
const create = defineRoute({
  ...operatorsConfirm,
  body: z.unknown(),
  status: 201,
  output: CreatedConsoleToken,
  handle: ({ input, context, services }) => services.consoleTokens.create(context, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
