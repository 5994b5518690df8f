import type { ServerContext } from '@modelcontextprotocol/server'

const everyMs = 2_000

/** Reports to a client that asked for it that a call goes on: at its start, and then every two seconds. */
export function reportProgress({ _meta, notify, signal }: ServerContext['mcpReq'], name: string): Disposable {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { [Symbol.dispose]: () => {} }
  let seconds = 0
  const report = () => {
    const params = { progressToken, progress: seconds, message: `${name} is running` }
    // A client that is gone needs no progress.
    notify({ method: 'notifications/progress', params }).catch(() => {})
    seconds += everyMs / 1000
  }
  report()
  const timer = setInterval(report, everyMs)
  const stop = () => clearInterval(timer)
  signal.addEventListener('abort', stop, { once: true })
  return { [Symbol.dispose]: stop }
}
