import type { Metadata } from 'next'
import { Overview } from '#components/console/overview/overview.tsx'
import { englishLocale } from '#lib/i18n/reading.ts'
import { OverviewRange } from '#lib/shared/console-overview.ts'

export const metadata: Metadata = { title: 'Overview' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function OverviewPage({ searchParams }: Props) {
  const range = OverviewRange.catch('14d').parse((await searchParams).range)
  return <Overview range={range} locale={await englishLocale()} />
}
