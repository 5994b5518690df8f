import { cookies, headers } from 'next/headers'
import type { ComponentType, ReactNode } from 'react'
import { FirstAnswersProvider } from '#components/console/first-answers-provider.tsx'
import { inZone, readZone, ZONE_COOKIE } from '#lib/console/model/console-day.ts'
import { askRoute } from '#lib/platform/server/http/ask-route.ts'
import { GET } from '../api/console/[...path]/route.ts'
import { queryOf } from '../query-of.ts'

/** A slow answer must not hold the page back. */
const waitMs = 1_000

/**
 * Sends the answers of some routes with the page, so that the first view has content before any script runs. The route
 * handlers check the request's session and limits as for a request of the page. A refused or late answer is left out:
 * the page then asks the route itself, and shows the refusal.
 *
 * @param asked paths below `/api/console` with their queries
 */
export async function WithAnswers({ asked, children }: { asked: readonly string[]; children: ReactNode }) {
  const page = await headers()
  const answers = await Promise.all(
    asked.map(async (path) => {
      const params = { path: path.replace(/\?.*/, '').split('/').slice(1) }
      return [path, await askRoute({ route: GET, path: `/api/console${path}`, params }, page, waitMs)] as const
    }),
  )
  const first = { answers: Object.fromEntries(answers), answeredAt: Date.now() }
  return <FirstAnswersProvider first={first}>{children}</FirstAnswersProvider>
}

export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** The console's zone, as far as the request tells it. */
export const zoneOf = async (): Promise<string> => readZone((await cookies()).get(ZONE_COOKIE)?.value) ?? 'UTC'

/** A page that comes with the answers of `asked`. */
export const pageOf = (Content: ComponentType, ...asked: readonly string[]) =>
  function Page() {
    return (
      <WithAnswers asked={asked}>
        <Content />
      </WithAnswers>
    )
  }

/** The same for one thing, named in the path. */
export const pageOfOne = <Name extends string>(
  Content: ComponentType<Readonly<Record<Name, string>>>,
  pathOf: (params: Readonly<Record<Name, string>>) => string,
) =>
  async function Page({ params }: { params: Promise<Readonly<Record<Name, string>>> }) {
    const named = await params
    return (
      <WithAnswers asked={[pathOf(named)]}>
        <Content {...named} />
      </WithAnswers>
    )
  }

/** The same for a list, whose route gets the query of the page. */
export const listPageOf = (Content: ComponentType, list: string, ...others: readonly string[]) =>
  async function Page({ searchParams }: { searchParams: SearchParams }) {
    const query = inZone(queryOf(await searchParams), await zoneOf())
    return (
      <WithAnswers asked={[query.size === 0 ? list : `${list}?${query}`, ...others]}>
        <Content />
      </WithAnswers>
    )
  }
