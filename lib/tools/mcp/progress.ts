import type { ServerContext } from '@modelcontextprotocol/server'

const everyMs = 2_000

/** Repeats a report until the returned function is called. */
export type Ticking = (report: () => void) => () => void

const ticking: Ticking = (report) => {
  const timer = setInterval(report, everyMs)
  return () => clearInterval(timer)
}

/**
 * Reports to a client that asked for it that a call goes on: at its start, and then again and again.
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
    // A client that is gone needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
    progress += 1
  }
  report()
  const stop = tick(report)
  signal.addEventListener('abort', stop, { once: true })
  return { [Symbol.dispose]: stop }
}
