import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { Overview } from '#components/console/overview/overview.tsx'
import { OverviewRange, overviewPath, readZone, ZONE_COOKIE } from '#lib/console/model/console-overview.ts'
import { englishLocale } from '#lib/platform/server/i18n/reading.ts'
import { GET } from '../api/console/overview/route.ts'
import { type SearchParams, WithAnswers } from './with-answers.tsx'

/** Absolute, because the title template of a layout does not apply to the page beside it. */
export const metadata: Metadata = { title: { absolute: 'Overview – travel.aw console' } }

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ range: asked }, jar, locale] = await Promise.all([searchParams, cookies(), englishLocale()])
  const range = OverviewRange.catch('14d').parse(asked)
  const zone = readZone(jar.get(ZONE_COOKIE)?.value)
  return (
    <WithAnswers asked={[{ route: GET, path: overviewPath(range, zone) }]}>
      <Overview range={range} knownZone={zone} locale={locale} />
    </WithAnswers>
  )
}
