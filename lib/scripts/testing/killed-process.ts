import { setTimeout } from 'node:timers/promises'
import { keepTakingOver } from '#lib/executions/keep-taking-over.ts'
import { deriveKey } from '#lib/secrets/derive-key.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createScriptTokens } from '../script-token.ts'
import { encryptionKey, openScriptProcess } from './script-process.ts'

/**
 * A process that executes scripts until none is left, and answers their requests for a model as their agent. It ends
 * with code 0 when all have ended.
 *
 * Arguments: database URL, provider URL.
 */
const [databaseUrl = '', provider = ''] = process.argv.slice(2)
const { scripts, runner, ports } = await openScriptProcess({ databaseUrl, provider })
const { db } = ports
const stop = keepTakingOver({ ...ports, runner })
const tokens = createScriptTokens(deriveKey(encryptionKey, 'script execution ids'))
const headers = new Headers()

/** Both of two answers at once may find the execution waiting; one is refused. */
async function answerAll(): Promise<void> {
  const waiting = await db.execution.findMany({ where: { status: 'suspended' }, select: { id: true } })
  const answers = waiting.map(({ id }) =>
    scripts.respond({ token: tokens.tokenOf(ExecutionId.parse(id)), headers }, { response: 'This.' }),
  )
  await Promise.all(answers)
}

while ((await db.execution.count({ where: { finishedAt: null } })) > 0) {
  await answerAll()
  await setTimeout(20)
}
await stop()
process.exit(0)
