import { InlineScript } from '../inline-script.tsx'

/**
 * Reloads a page whose scripts did not all load, because it would never work: a change of the network ends the requests
 * that wait, and the browser does not repeat them. Does so once, and not after a reload, so that a lasting failure does
 * not repeat it; once there is a connection; and not after somebody has typed, whose words would be lost. What the page
 * loads later is not its concern: `lazily` offers to load that again.
 */
export const ReloadBroken = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

// Asks the browser's record, because this script waits for the style sheets, and others may fail before: too early for
// a listener. The record of a browser without `responseStatus` names no failure.
const script = `{
  let isTyped = false
  addEventListener('input', () => { isTyped = true }, { once: true })
  const reload = () => isTyped || location.reload()
  addEventListener('load', () => {
    if (performance.getEntriesByType('navigation')[0]?.type === 'reload') return
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/_next/static/chunks/'))
    const hasFailed = ({ responseStatus: status }) => status === 0 || status >= 400
    if (!files.some(({ name }) => files.every((file) => file.name !== name || hasFailed(file)))) return
    if (navigator.onLine) reload()
    else addEventListener('online', reload, { once: true })
  })
}`
