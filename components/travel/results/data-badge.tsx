import type { DataLabel } from '#runner/contract/skill-io.ts'
import { Badge } from '../../ui/badge.tsx'
import { useTexts } from '../../ui/texts.tsx'

/** Marks a price that is not live. */
export function DataBadge({ data }: { data: DataLabel | undefined }) {
  const t = useTexts('results')
  if (data === undefined || data === 'live') return null
  return <Badge tone="sample">{t(data === 'sample' ? 'sampleData' : 'testData')}</Badge>
}
