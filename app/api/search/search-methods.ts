import type * as z from 'zod'
import { defineRoute } from '#lib/compose/server.ts'
import type { Services } from '#lib/compose/services.ts'
import { ndjsonAnswer } from '#lib/platform/server/http/ndjson.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { type CheckedSearch, streamSearch } from '#lib/travel/server/search/stream-search.ts'
import { SearchLine } from '#runner/contract/stream.ts'

type Search<Query extends z.ZodObject> = {
  readonly operation: string
  readonly kind: 'flights' | 'hotels'
  readonly query: Query
  check(
    input: z.output<Query>,
    services: Services,
  ): Pick<CheckedSearch, 'capability' | 'checked' | 'note' | 'canonicalQuery' | 'firstResults'>
}

/**
 * The methods of a search, which runs every skill of a capability and streams each answer as one line. Our own pages
 * send a POST, which starts a guest session.
 */
export function searchMethods<Query extends z.ZodObject>({ operation, kind, query, check }: Search<Query>) {
  const summary = `Asks every skill for ${kind} and streams each answer as it arrives.`
  const define = (described: { readonly operation: string; readonly summary: string }) =>
    defineRoute({
      ...described,
      who: 'visitor',
      limit: 'search',
      query,
      answers: ndjsonAnswer(SearchLine),
      handle: ({ input, services, context, ...call }) =>
        streamSearch(services, { ...check(input, services), ...context, ...call }),
    })
  return routeMethods({
    GET: define({ operation, summary }),
    POST: define({
      operation: `${operation}AsGuest`,
      summary: `${summary} Starts a guest session for a page of this app.`,
    }),
  })
}
