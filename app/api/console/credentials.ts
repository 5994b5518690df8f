import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { CredentialQuery } from '#lib/console/model/console-credential.ts'
import { listCredentials } from '#lib/console/server/list-credentials.ts'
import { operatorsConfirm, operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import { readKeyRing } from '#lib/console/server/read-key-ring.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'
import { SecretName } from '#runner/contract/manifest.ts'

const params = z.object({ name: SecretName })

export const credentialRoutes = {
  'GET credentials': defineRoute({
    ...operatorsRead,
    query: CredentialQuery,
    handle: async ({ input, services }) => ({ body: await listCredentials(services, input) }),
  }),

  'POST credentials': defineRoute({
    ...operatorsOnly,
    body: z.unknown(),
    status: 201,
    handle: ({ input, context, services }) => services.vault.credentials.create(context, input),
  }),

  /** Replaces the fields, and the value if the body has one. */
  'PATCH credentials/[name]': defineRoute({
    ...operatorsOnly,
    params,
    body: z.unknown(),
    handle: ({ params: { name }, input, context, services }) => services.vault.credentials.change(context, name, input),
  }),

  'DELETE credentials/[name]': defineRoute({
    ...operatorsOnly,
    params,
    handle: ({ params: { name }, context, services }) => services.vault.credentials.remove(context, name),
  }),

  'GET key-ring': defineRoute({
    ...operatorsRead,
    handle: async ({ services }) => ({ body: await readKeyRing(services) }),
  }),

  /** Starts a key rotation in the background. The answer contains its progress. */
  'POST key-ring': defineRoute({
    ...operatorsConfirm,
    async handle({ context, services }) {
      services.keyRotation.start(context)
      return { body: await readKeyRing(services), status: 202 }
    },
  }),
} satisfies RouteTable
