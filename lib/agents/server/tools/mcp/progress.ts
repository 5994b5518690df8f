import type { ServerContext } from '@modelcontextprotocol/server'

const everyMs = 2_000

/** Repeats a report until the returned function is called. */
export type Ticking = (report: () => void) => () => void

const ticking: Ticking = (report) => {
  const timer = setInterval(report, everyMs)
  return () => clearInterval(timer)
}

/**
 * Sends progress of a call to a client that requested it: at the start, and then periodically.
 *
 * @param tick absent: every two seconds
 */
export function reportProgress(
  { _meta, notify, signal }: ServerContext['mcpReq'],
  name: string,
  tick: Ticking = ticking,
): Disposable {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { [Symbol.dispose]: () => {} }
  let progress = 0
  const report = () => {
    const params = { progressToken, progress, message: `${name} is running` }
    // Ignores errors: a disconnected client needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
    progress += 1
  }
  report()
  const stop = tick(report)
  signal.addEventListener('abort', stop, { once: true })
  return { [Symbol.dispose]: stop }
}
