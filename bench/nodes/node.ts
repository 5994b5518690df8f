import { openScriptProcess } from '../../lib/agents/server/scripts/testing/script-process.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { timesOf } from '../measure.ts'
import { openAgents } from '../script-agents.ts'
import { percentile } from '../statistics.ts'

/** A process that executes scripts of its own agents: `node.ts URL`. It runs as many as each message says, and reports. */
const profiles = 8
const atOnce = 64
const script = 'console.log("runs")\nset_result({ sum: 1 + 2 })'

const [databaseUrl = ''] = process.argv.slice(2)
await using executing = await openScriptProcess({ databaseUrl, log: createLogger({ level: 'silent' }) })
const agents = await openAgents(executing, profiles)
const run = async () => agents.reach('completed', await agents.submit(script))

const { promise: left, resolve: leave } = Promise.withResolvers<void>()
process.once('disconnect', leave)
process.on('message', (count: number) => {
  void timesOf(count, atOnce, run).then(({ each }) => process.send?.(percentile(each, 0.95)))
})
process.send?.('ready')
await left
