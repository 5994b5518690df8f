import type { DataLabel } from '#runner/contract/skill-io.ts'
import { Notice } from '../../ui/notice.tsx'
import { bold } from '../../ui/spoken.tsx'
import { useRichTexts } from '../../ui/texts.tsx'
import { useReader } from './reader.tsx'

/** States above a list that its offers cannot be bought. Shows nothing for live data. */
export function SampleNotice({ label }: { label: DataLabel | undefined }) {
  const { kind } = useReader()
  const rich = useRichTexts('results')
  if (label === undefined || label === 'live') return null
  return (
    <Notice tone="sample">
      {label === 'sample' ? rich('sampleNotice', { kind, b: bold }) : rich('testNotice', { b: bold })}
    </Notice>
  )
}
