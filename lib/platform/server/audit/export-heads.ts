import { appendFile } from 'node:fs/promises'
import type { Log } from '#runner/core/ports.ts'
import { plainReasonOf } from '../db/database-error.ts'
import type { SignedTreeHead } from './tree-head.ts'

/** Where tree heads are exported. If both fields are absent, no head is exported. */
export type HeadTargets = {
  /** A file to which each head is appended as a line of JSON. */
  readonly file?: string | undefined
  /** A URL to which each head is posted as JSON. */
  readonly url?: string | undefined
}

const postTimeoutMs = 10_000

/** A failed export is logged, and the next head is exported as usual. Nothing else is affected. */
export function createHeadExport(targets: HeadTargets, log: Pick<Log, 'warn'>) {
  let next: SignedTreeHead | undefined
  let sent: string | undefined
  let running = Promise.resolve()

  async function sendNext(): Promise<void> {
    const head = next
    next = undefined
    if (head === undefined || head.signature === sent) return
    const { file, url } = targets
    const results = await Promise.allSettled([
      file === undefined ? undefined : appendFile(file, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true }),
      url === undefined ? undefined : post(url, head),
    ])
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const cause of failed) {
      log.warn('an audit tree head could not be exported', { size: head.size, reason: plainReasonOf(cause) })
    }
    if (failed.length === 0) sent = head.signature
  }

  return {
    /** Exports a head soon. While an export runs, only the latest new head waits, because it covers the others. */
    export(head: SignedTreeHead): void {
      next = head
      running = running.then(sendNext)
    },
    [Symbol.asyncDispose]: () => running,
  }
}

async function post(url: string, head: SignedTreeHead): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(head),
    redirect: 'error',
    signal: AbortSignal.timeout(postTimeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The address answered with status ${response.status}`)
}
