import type { Found } from '#lib/travel/model/results/found.ts'
import { Badge } from '../../ui/badge.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { Age } from './age.tsx'

/** The source of a row: live, test or sample data, the provider and the age. */
export function RowSource({ offer, provider }: { offer: Found; provider: string }) {
  const { data, fetchedAtMs, cached } = offer
  const t = useTexts('results')
  return (
    <>
      {data !== 'live' && <Badge tone="sample">{data === 'sample' ? t('sampleData') : t('testData')}</Badge>}
      <span className="facts-source">
        {provider}
        <i className="dot" aria-hidden="true" />
        <Age atMs={fetchedAtMs} cached={cached} />
      </span>
    </>
  )
}
