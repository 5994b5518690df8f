import type * as z from 'zod'
import {
  ConsoleTokenList,
  ConsoleTokenView,
  CreatedConsoleToken,
  type NewConsoleToken,
} from '#lib/platform/model/console-token.ts'
import { Done } from '../model/console-executions.ts'
import { type PersonChange, PersonDetail, ResetLink } from '../model/console-people.ts'
import { ProofWays } from '../model/proof-ways.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

export const usePerson = (id: string) => useConsoleQuery(PersonDetail, `/people/${id}`)

type Change = { readonly id: string; readonly change: PersonChange }

export const useChangePerson = () =>
  useConsoleChange(Done, {
    path: ({ id }: Change) => `/people/${id}`,
    body: ({ change }) => ({ change }),
    // Tokens end with the rights of their owner.
    invalidates: ['/people', '/console-tokens'],
  })

/** Only this answer contains the link. */
export const useResetLink = () =>
  useConsoleChange(ResetLink, {
    path: (id: string) => `/people/${id}/reset-link`,
    body: () => undefined,
    invalidates: [],
  })

export const useConsoleTokens = () => useConsoleQuery(ConsoleTokenList, '/console-tokens')

/** Only this answer contains the token. */
export const useCreateConsoleToken = () =>
  useConsoleChange(CreatedConsoleToken, {
    path: (_: z.input<typeof NewConsoleToken>) => '/console-tokens',
    invalidates: ['/console-tokens'],
  })

export const useRevokeConsoleToken = () =>
  useConsoleChange(ConsoleTokenView, {
    path: (id: string) => `/console-tokens/${id}/revoke`,
    body: () => undefined,
    invalidates: ['/console-tokens'],
  })

export const useProofWays = () => useConsoleQuery(ProofWays, '/fresh-sign-in')

export const useProve = () =>
  useConsoleChange(Done, {
    path: (_: { current: string }) => '/fresh-sign-in',
    invalidates: [],
  })
