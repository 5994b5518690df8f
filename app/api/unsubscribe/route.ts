import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { UnsubscribeAnswer, UnsubscribeQuery } from '#lib/travel/model/alert-mail-state.ts'

/** The request comes from a mail program, without a session and without an origin. */
const unsubscribe = defineRoute({
  operation: 'unsubscribe',
  summary: 'Ends the price alerts by e-mail of the person to whom a mail was sent (RFC 8058).',
  who: 'anyone',
  limit: 'default',
  query: UnsubscribeQuery,
  answers: { 200: { description: 'No more mails are sent', schema: UnsubscribeAnswer } },
  errors: ['NOT_FOUND'],
  handle: async ({ input, services }) =>
    (await services.alertMail.unsubscribe(input.token)) ? { body: { unsubscribed: true } } : refuse('NOT_FOUND'),
})

/** Mail programs without RFC 8058 open the URL with GET. */
const open = defineRoute({
  operation: 'openUnsubscribe',
  summary: 'Leads to the page with a button that ends the mails.',
  who: 'anyone',
  limit: 'default',
  query: UnsubscribeQuery,
  answers: { 303: { description: 'The page' } },
  handle: ({ input }) =>
    new Response(null, { status: 303, headers: { location: `/unsubscribe?token=${encodeURIComponent(input.token)}` } }),
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: open, POST: unsubscribe })
