import { setCookieOf } from '#lib/platform/server/auth/session-cookie.ts'
import { createDefineRoute } from '#lib/platform/server/http/define-route.ts'
import { services } from './process-services.ts'

/**
 * Declares a route with the services of the app's process. Only a request starts them, so that nothing starts when a
 * build loads the routes.
 */
export const defineRoute = createDefineRoute(async () => {
  const all = await services()
  return {
    ...all,
    authenticate: async ({ headers }) => (await all.auth.readSession(headers))?.principal ?? null,
    async beginGuest({ headers }, answer) {
      const begun = await all.auth.beginGuest(headers)
      if (!begun.ok) return begun
      answer.append('set-cookie', setCookieOf(begun.value.cookie))
      return { ok: true, value: begun.value.principal }
    },
    admitToken: ({ headers }, scope) => all.consoleTokens.admit(headers, scope),
    requireFreshSignIn: ({ headers }) => all.auth.requireFreshSignIn(headers),
  }
})
