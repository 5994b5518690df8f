import type { Metadata } from 'next'
import { Overview } from '#components/console/overview/overview.tsx'
import { OverviewRange, overviewPath } from '#lib/console/model/console-overview.ts'
import { type SearchParams, WithAnswers, zoneOf } from './with-answers.tsx'

/** Absolute, because the title template of a layout does not apply to the page beside it. */
export const metadata: Metadata = { title: { absolute: 'Overview – travel.aw console' } }

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ range: asked }, zone] = await Promise.all([searchParams, zoneOf()])
  const range = OverviewRange.optional().catch(undefined).parse(asked)
  return (
    <WithAnswers asked={[overviewPath(range, zone)]}>
      <Overview range={range} />
    </WithAnswers>
  )
}
