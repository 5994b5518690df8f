import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { FirstAnswersProvider } from '#components/console/first-answers-provider.tsx'

type Params = Readonly<Record<string, string>>
type ConsoleRoute = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

/** A route below `/api/console`, by its GET handler, and the path under which the page asks for its answer. */
export type Asked = { readonly route: ConsoleRoute; readonly path: string; readonly params?: Params }

/**
 * Sends the answers of some routes with the page, so that the first view has content before any script runs. The route
 * handlers check the request's session and limits as for a request of the page. An answer that fails is left out: the
 * page then asks the route itself, and shows the refusal.
 */
export async function WithAnswers({ asked, children }: { asked: readonly Asked[]; children: ReactNode }) {
  const sent = new Headers(await headers())
  const answers = await Promise.all(asked.map(async (one) => [one.path, await answerOf(one, sent)] as const))
  const first = { answers: Object.fromEntries(answers), answeredAt: Date.now() }
  return <FirstAnswersProvider first={first}>{children}</FirstAnswersProvider>
}

async function answerOf({ route, path, params = {} }: Asked, sent: Headers): Promise<unknown> {
  const request = new Request(`http://console.invalid/api/console${path}`, { headers: sent })
  const response = await route(request, { params: Promise.resolve(params) })
  return response.ok ? response.json() : undefined
}

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** The path of a list with the query of its page. */
export async function pathWithQuery(path: string, searchParams: SearchParams): Promise<string> {
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name, one]),
    ),
  )
  return query.size === 0 ? path : `${path}?${query}`
}
