import type { FieldSentences } from '#lib/travel/model/field-sentences.ts'
import type { Trouble } from '#lib/travel/model/results/search-view.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { ProviderDown } from './provider-down.tsx'
import { SearchRefused } from './search-refused.tsx'
import { SourceOff } from './source-off.tsx'
import { SourceUnavailable } from './source-unavailable.tsx'
import { Throttled } from './throttled.tsx'
import { TimedOut } from './timed-out.tsx'
import { troubleFact } from './trouble-sentence.ts'

interface SourceTroubleProps {
  trouble: Trouble
  /** The other sources, which did not answer either. */
  others: readonly Trouble[]
  /** The words for the fields that a source rejects. */
  fields: Pick<FieldSentences<string>, 'changes'>
  onRetry: () => void
}

/** Why the sources did not answer: the first one in a panel, the others below it. */
export function SourceTrouble({ others, ...first }: SourceTroubleProps) {
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  return (
    <>
      <FirstTrouble {...first} />
      {others.length > 0 && (
        <Notice tone="warn" icon="info">
          {others.map((trouble) => troubleFact(trouble, t, refusals)).join(' ')}
        </Notice>
      )}
    </>
  )
}

function FirstTrouble({ trouble, fields, onRetry }: Omit<SourceTroubleProps, 'others'>) {
  switch (trouble.kind) {
    case 'throttled':
      return <Throttled who={trouble.who} retryAfterS={trouble.retryAfterS} onRetry={onRetry} />
    case 'down':
      return <ProviderDown who={trouble.who} onRetry={onRetry} />
    case 'timeout':
      return <TimedOut who={trouble.who} limitMs={trouble.limitMs} onRetry={onRetry} />
    case 'refused-search':
      return <SearchRefused who={trouble.who} changes={fields.changes(trouble.error.details ?? {})} />
    case 'off':
      return <SourceOff who={trouble.who} onRetry={onRetry} />
    case 'unavailable':
      return <SourceUnavailable who={trouble.who} skill={trouble.skill} error={trouble.error} onRetry={onRetry} />
  }
}
