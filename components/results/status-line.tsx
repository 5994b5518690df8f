import type { SearchState } from '#lib/client/search-stream.ts'
import type { SearchView } from '#lib/client/search-view.ts'
import { statusText } from '#lib/client/status-text.ts'

interface StatusLineProps {
  state: SearchState
  view: SearchView
  onShowAll: () => void
}

/** What has been asked and answered. The line always has its height; more results wait in it. */
export function StatusLine({ state, view, onShowAll }: StatusLineProps) {
  const { strong, rest } = statusText(state, view)
  const waiting = view.kind === 'list' ? view.waiting : 0
  return (
    <div className="status">
      <span className="status-sources" aria-hidden="true">
        {state.sources.length === 0 && <i />}
        {state.sources.map(({ skill, progress }) => (
          <i key={skill} className={`is-${progress.state}`} />
        ))}
      </span>
      <p role="status">
        <b>{strong}</b> <span className="status-rest">{rest}</span>
        {waiting > 0 && <span className="sr-only">, {waiting} more results ready</span>}
      </p>
      {waiting > 0 && (
        <span className="status-more">
          <b>{waiting} more results</b> <span className="status-rest">ready</span>{' '}
          <button type="button" className="link" onClick={onShowAll}>
            Show
          </button>
        </span>
      )}
    </div>
  )
}
