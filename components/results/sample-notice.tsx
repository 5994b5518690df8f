import type { Found } from '#lib/travel/results/found.ts'
import { Notice } from '../ui/notice.tsx'
import { useReader } from './reader.tsx'

/** A single notice above the list that its offers cannot be bought. */
export function SampleNotice({ offers }: { offers: readonly Found[] }) {
  const { kind } = useReader()
  const label = offers.find(({ data }) => data !== 'live')?.data
  if (!label) return null
  return (
    <Notice tone="sample">
      {label === 'sample' ? (
        <>
          <b>Sample data:</b> these {kind.many} are generated, not real offers.
        </>
      ) : (
        <>
          <b>Test data:</b> these offers come from the provider’s test system and cannot be bought.
        </>
      )}
    </Notice>
  )
}
