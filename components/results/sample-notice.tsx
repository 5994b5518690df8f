import type { Offer } from '#lib/client/offer.ts'
import { Notice } from '../ui/notice.tsx'

/** Says once, above the list, that its offers cannot be bought. */
export function SampleNotice({ offers }: { offers: readonly Offer[] }) {
  const label = offers.find(({ data }) => data !== 'live')?.data
  if (!label) return null
  return (
    <Notice tone="sample">
      {label === 'sample' ? (
        <>
          <b>Sample data:</b> these flights are generated, not real offers.
        </>
      ) : (
        <>
          <b>Test data:</b> these offers come from the provider’s test system and cannot be bought.
        </>
      )}
    </Notice>
  )
}
