/**
 * Replaces the results in a browser without scripts. The style sheet hides the loading state, which would never end.
 */
export function NeedsScript() {
  return (
    <noscript>
      <div className="state needs-script">
        <h2>Results need JavaScript</h2>
        <p>
          Your browser asks each source and shows the answers as they arrive. Allow JavaScript for this site, then
          reload the page. The address keeps your search.
        </p>
      </div>
    </noscript>
  )
}
