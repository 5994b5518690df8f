import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

const defaults = { beatMs: 8_000, silentMs: 30_000 }

/**
 * Lets the database end this session, with its locks, once the process is silent: it is stopped, hangs, or has lost its
 * network. Until then, asks the database regularly.
 *
 * @param unanswered called when the database itself does not answer
 */
export async function endWhenSilent(
  client: ClientBase,
  unanswered: () => void = () => {},
  { beatMs, silentMs } = defaults,
): Promise<void> {
  await client.query(`set idle_session_timeout = ${silentMs}`)
  const ended = new AbortController()
  client.once('end', () => ended.abort())
  const pause = { ref: false, signal: ended.signal }
  const beat = async () => {
    while (!ended.signal.aborted) {
      await wait(beatMs, undefined, pause)
      const answer = client.query('select').then(() => true)
      if (!(await Promise.race([answer, wait(beatMs, false, pause)]))) unanswered()
    }
  }
  // Only the end of the session ends it.
  void beat().catch(() => {})
}
