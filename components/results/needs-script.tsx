import { StatePanel } from './states/state-panel.tsx'

/**
 * Replaces the results in a browser without scripts. The style sheet hides the loading state, which would never end.
 */
export function NeedsScript() {
  return (
    <noscript>
      <div className="needs-script">
        <StatePanel icon="info" title="Results need JavaScript">
          <p>
            Your browser asks each source and shows the answers as they arrive. Allow JavaScript for this site, then
            reload the page. The address keeps your search.
          </p>
        </StatePanel>
      </div>
    </noscript>
  )
}
