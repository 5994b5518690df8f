import { InlineScript } from '../inline-script.tsx'

interface ReloadBrokenProps {
  nonce: string | undefined
  /** Says that the page is not complete. */
  broken: string
  /** The button that loads it again. */
  reload: string
}

/**
 * Reloads a page whose scripts did not all load, because it would never work: a change of the network ends the requests
 * that wait, and the browser does not repeat them. Does so once there is a connection. Only offers it after somebody has
 * typed, whose words would be lost, and after a reload, so that a lasting failure does not repeat it. What the page loads
 * later is not its concern: `lazily` offers to load that again.
 */
export const ReloadBroken = ({ nonce, broken, reload }: ReloadBrokenProps) => (
  <>
    <div id="broken-page" className="offline-bar no-print" role="alert" hidden>
      <p>
        {broken}
        <button type="button">{reload}</button>
      </p>
    </div>
    <InlineScript nonce={nonce} script={script} />
  </>
)

// Asks the browser's record, because this script waits for the style sheets, and others may fail before: too early for
// a listener. The record of a browser without `responseStatus` names no failure.
const script = `{
  let isTyped = false
  addEventListener('input', () => { isTyped = true }, { once: true })
  const reload = () => {
    if (!isTyped && performance.getEntriesByType('navigation')[0]?.type !== 'reload') return location.reload()
    const notice = document.getElementById('broken-page')
    notice.querySelector('button').onclick = () => location.reload()
    notice.hidden = false
  }
  addEventListener('load', () => {
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_next/static/chunks/'))
    const hasFailed = ({ responseStatus: status }) => status === 0 || status >= 400
    if (!files.some(({ name }) => files.every((file) => file.name !== name || hasFailed(file)))) return
    if (navigator.onLine) reload()
    else addEventListener('online', reload, { once: true })
  })
}`
