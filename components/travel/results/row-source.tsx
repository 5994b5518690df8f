import type { Found } from '#lib/travel/model/results/found.ts'
import { Age } from './age.tsx'
import { DataBadge } from './data-badge.tsx'

interface RowSourceProps {
  offer: Found
  provider: string
  /** Whether the rows of the list have different kinds of data. */
  isMixed?: boolean | undefined
}

/**
 * The source of a row: the provider and the age. Sample data have no provider. The page marks all rows as sample or test
 * data at once; only a list that mixes them marks each row.
 */
export function RowSource({ offer, provider, isMixed = false }: RowSourceProps) {
  const { data, fetchedAtMs, cached } = offer
  return (
    <>
      {isMixed && <DataBadge data={data} />}
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
