import type { DataLabel } from '#runner/contract/skill-io.ts'
import { Notice } from '../ui/notice.tsx'
import { useReader } from './reader.tsx'

/** A notice above a list that its offers cannot be bought; none for live data. */
export function SampleNotice({ label }: { label: DataLabel | undefined }) {
  const { kind } = useReader()
  if (label === undefined || label === 'live') return null
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
