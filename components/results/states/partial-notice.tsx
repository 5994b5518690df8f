import type { AskedSource, SearchState } from '#lib/client/search-stream.ts'
import type { SearchView } from '#lib/client/search-view.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SourceList } from '../source-list.tsx'
import { troubleSentence } from './trouble-sentence.ts'

interface PartialNoticeProps {
  view: Extract<SearchView, { kind: 'list' }>
  sources: AskedSource[]
  failure: SearchState['failure']
  onRetry: () => void
}

/** The list stands, but something is missing from it: which source, and what that means for the price. */
export function PartialNotice({ view, sources, failure, onRetry }: PartialNoticeProps) {
  return (
    <div className="partial">
      {view.troubles.length > 0 && <SourceList sources={sources} />}
      <Notice
        tone="warn"
        icon="info"
        action={
          <Button size="sm" onClick={onRetry}>
            Ask again
          </Button>
        }
      >
        <b>This is a partial answer.</b> {view.troubles.map((trouble) => troubleSentence(trouble)).join(' ')}
        {view.troubles.length === 0 &&
          (failure
            ? 'The connection ended before every source had answered.'
            : 'A source left some of its flights out.')}
      </Notice>
    </div>
  )
}
