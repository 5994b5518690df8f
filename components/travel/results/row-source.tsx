import type { Found } from '#lib/travel/model/results/found.ts'
import { Age } from './age.tsx'
import { DataBadge } from './data-badge.tsx'

/** The source of a row: live, test or sample data, the provider and the age. Sample data have no provider. */
export function RowSource({ offer, provider }: { offer: Found; provider: string }) {
  const { data, fetchedAtMs, cached } = offer
  return (
    <>
      <DataBadge data={data} />
      <span className="facts-source">
        {data !== 'sample' && (
          <>
            {provider}
            <i className="dot" aria-hidden="true" />
          </>
        )}
        <Age atMs={fetchedAtMs} cached={cached} />
      </span>
    </>
  )
}
