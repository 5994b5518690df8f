import 'server-only'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import { createCurrentUser } from './auth/current-user.ts'
import { createNextAuthRoute } from './auth/next-auth-route.ts'
import type { Services } from './compose/compose.ts'
import { createDefineRoute } from './http/define-route.ts'
import { services as processServices } from './services.ts'

/** The one door from `app/` to the server side. Only a request opens it: a build that prerenders starts nothing. */
export async function services(): Promise<Services> {
  await connection()
  return processServices()
}

export const { getCurrentUser, getSignedIn, requireUser, requireOperator } = createCurrentUser(async () =>
  (await services()).auth.readSession(await headers()),
)

export const defineRoute = createDefineRoute(async () => {
  const { auth, checkOrigin, limits, log } = await services()
  const authenticate = async (request: Request) => (await auth.readSession(request.headers))?.principal ?? null
  return { authenticate, checkOrigin, limits, log }
})

export const nextAuthRoute = createNextAuthRoute(services)
