import { openScriptProcess } from '../../lib/agents/server/scripts/testing/script-process.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { lockedProfile } from '../locked-profile.ts'
import { timesOf } from '../measure.ts'
import { percentile } from '../statistics.ts'

/** A process that executes scripts of its own agents: `node.ts URL`. It runs as many as each message says, and reports. */
const profiles = 8
const agents = 64
const script = 'console.log("runs")\nset_result({ sum: 1 + 2 })'

const [databaseUrl = ''] = process.argv.slice(2)
await using executing = await openScriptProcess({ databaseUrl, log: createLogger({ level: 'silent' }) })
const { scripts, ports } = executing
const tokens = await Promise.all(Array.from({ length: profiles }, () => lockedProfile(ports.db)))
const headers = new Headers()
const { signal } = new AbortController()
let next = 0

async function run() {
  const profile_id = tokens[next++ % profiles] ?? ''
  const accepted = await scripts.execute({ profile_id, script, language: 'javascript' }, headers)
  if (!accepted.ok) throw new Error(accepted.error.message)
  const { executionToken } = accepted.value
  let status = 'pending'
  while (status === 'pending' || status === 'running') {
    const read = await scripts.read({ executionToken, headers }, { ms: 60_000, known: undefined, signal })
    if (!read.ok) throw new Error(read.error.message)
    status = read.value.view.status
  }
  if (status !== 'completed') throw new Error(`A script ended as ${status}`)
}

const { promise: left, resolve: leave } = Promise.withResolvers<void>()
process.once('disconnect', leave)
process.on('message', (count: number) => {
  void timesOf(count, agents, run).then(({ each }) => process.send?.(percentile(each, 0.95)))
})
process.send?.('ready')
await left
