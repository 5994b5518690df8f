import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { CredentialQuery } from '#lib/console/model/console-credential.ts'
import { listCredentials } from '#lib/console/server/list-credentials.ts'
import { operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'

const list = defineRoute({
  ...operatorsRead,
  query: CredentialQuery,
  handle: async ({ input, services }) => ({ body: await listCredentials(services, input) }),
})

const create = defineRoute({
  ...operatorsOnly,
  body: z.unknown(),
  status: 201,
  handle: ({ input, context, services }) => services.vault.credentials.create(context, input),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: list, POST: create })
