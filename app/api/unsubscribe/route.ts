import { defineRoute, services } from '#lib/compose/server.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { UnsubscribeQuery } from '#lib/travel/model/alert-mail-state.ts'

/** Ends alert mails on one request from a mail program (RFC 8058). The request has no session and no origin. */
const unsubscribe = defineRoute({
  who: 'anyone',
  limit: 'default',
  query: UnsubscribeQuery,
  async handle({ input }) {
    const isEnded = await (await services()).alertMail.unsubscribe(input.token)
    return isEnded ? { body: { unsubscribed: true } } : refuse('NOT_FOUND')
  },
})

/** Mail programs without RFC 8058 open the URL with GET: redirects to the page with the button. */
const open = defineRoute({
  who: 'anyone',
  limit: 'default',
  query: UnsubscribeQuery,
  handle: ({ input }) =>
    new Response(null, { status: 303, headers: { location: `/unsubscribe?token=${encodeURIComponent(input.token)}` } }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: open, POST: unsubscribe })
