import type { Found } from '#lib/travel/results/found.ts'
import { Badge } from '../ui/badge.tsx'
import { Age } from './age.tsx'

/** Where a row comes from: whether it is real, whose it is and how old. */
export function RowSource({ offer, provider }: { offer: Found; provider: string }) {
  const { data, fetchedAtMs, cached } = offer
  return (
    <>
      {data !== 'live' && <Badge tone="sample">{data === 'sample' ? 'Sample data' : 'Test data'}</Badge>}
      <span className="facts-source">
        {provider}
        <i className="dot" aria-hidden="true" />
        <Age atMs={fetchedAtMs} cached={cached} />
      </span>
    </>
  )
}
