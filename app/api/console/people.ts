import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import {
  PeoplePage,
  PeopleQuery,
  PersonChange,
  PersonDetail,
  PersonParams,
  ProofWays,
  ResetLink,
} from '#lib/console/model/console-people.ts'
import { operatorsConfirm, operatorsOnly } from '#lib/console/server/operators-only.ts'
import { changePerson } from '#lib/console/server/people/change-person.ts'
import { listPeople } from '#lib/console/server/people/list-people.ts'
import { readPerson } from '#lib/console/server/people/read-person.ts'
import { ConsoleTokenList, ConsoleTokenView, CreatedConsoleToken } from '#lib/platform/model/console-token.ts'
import { instanceUrlOf } from '#lib/platform/server/http/origin.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const peopleRoutes = {
  'GET people': defineRoute({
    ...operatorsOnly,
    query: PeopleQuery,
    output: PeoplePage,
    handle: ({ input, context: { principal }, services }) => listPeople(services, input, principal.id),
  }),

  'GET people/[id]': defineRoute({
    ...operatorsOnly,
    params: PersonParams,
    output: PersonDetail,
    handle: ({ params, services }) => readPerson(services, params.id),
  }),

  'POST people/[id]': defineRoute({
    ...operatorsConfirm,
    params: PersonParams,
    body: PersonChange,
    output: Done,
    handle: ({ params, input, context, services }) => changePerson(services, context, params.id, input.change),
  }),

  /** Makes a link with which the person sets a new password. Nothing but this answer contains it. */
  'POST people/[id]/reset-link': defineRoute({
    ...operatorsConfirm,
    params: PersonParams,
    output: ResetLink,
    async handle({ params, context, request, services: { auth, env } }) {
      const token = await auth.makeResetToken(context, params)
      if (token === undefined) return refuse('CONFLICT', { message: 'This account has no password to reset.' })
      const link = new URL(`${instanceUrlOf(request, env.publicUrl)}/reset-password`)
      link.searchParams.set('token', token)
      return { body: { link: link.href } }
    },
  }),

  'GET console-tokens': defineRoute({
    ...operatorsOnly,
    output: ConsoleTokenList,
    handle: async ({ services }) => ({ body: { tokens: await services.consoleTokens.list() } }),
  }),

  /** Makes a token. Only this answer contains it. */
  'POST console-tokens': defineRoute({
    ...operatorsConfirm,
    body: z.unknown(),
    status: 201,
    output: CreatedConsoleToken,
    handle: ({ input, context, services }) => services.consoleTokens.create(context, input),
  }),

  /** Revokes the token at once. */
  'POST console-tokens/[id]/revoke': defineRoute({
    ...operatorsOnly,
    params: z.object({ id: z.string().regex(/^ctok_[0-9A-Za-z]{1,40}$/) }),
    output: ConsoleTokenView,
    handle: ({ params: { id }, context, services }) => services.consoleTokens.revoke(context, id),
  }),

  /** How the person of this session can prove to be present. */
  'GET fresh-sign-in': defineRoute({
    ...operatorsOnly,
    output: ProofWays,
    async handle({ request, services: { auth } }) {
      const signedIn = await auth.readSession(request.headers)
      if (signedIn === null) return refuse('UNAUTHENTICATED')
      const { hasPassword } = await auth.accountOverview(signedIn)
      return { body: { has_password: hasPassword, provider: auth.settings.oidc?.name ?? null } }
    },
  }),

  /** Proves it with the password, for one operation in the next minutes. */
  'POST fresh-sign-in': defineRoute({
    ...operatorsOnly,
    body: z.unknown(),
    output: Done,
    async handle({ input, request, services: { auth } }) {
      const signedIn = await auth.readSession(request.headers)
      return signedIn === null ? refuse('UNAUTHENTICATED') : auth.proveWithPassword(input, signedIn, request.headers)
    },
  }),
} satisfies RouteTable
