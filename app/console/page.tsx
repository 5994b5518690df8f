import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Overview } from '#components/console/overview/overview.tsx'
import { OverviewRange, overviewPath } from '#lib/console/model/console-overview.ts'
import { readZone, ZONE_COOKIE } from '#lib/console/model/console-zone.ts'
import { GET } from '../api/console/overview/route.ts'
import { type SearchParams, WithAnswers } from './with-answers.tsx'

/** Absolute, because the title template of a layout does not apply to the page beside it. */
export const metadata: Metadata = { title: { absolute: 'Overview – travel.aw console' } }

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ range: asked }, jar] = await Promise.all([searchParams, cookies()])
  const range = OverviewRange.catch('14d').parse(asked)
  const zone = readZone(jar.get(ZONE_COOKIE)?.value) ?? 'UTC'
  return (
    <WithAnswers asked={[{ route: GET, path: overviewPath(range, zone) }]}>
      <Overview range={range} />
    </WithAnswers>
  )
}
