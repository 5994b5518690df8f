import type { Metadata } from 'next'
import { CostPage } from '#components/console/cost/cost-page.tsx'
import { CostRange, costPath } from '#lib/console/model/console-cost.ts'
import { type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Cost' }

export default async function Cost({ searchParams }: { searchParams: SearchParams }) {
  const range = CostRange.catch('14d').parse((await searchParams).range)
  return (
    <WithAnswers asked={[costPath(range)]}>
      <CostPage range={range} />
    </WithAnswers>
  )
}
