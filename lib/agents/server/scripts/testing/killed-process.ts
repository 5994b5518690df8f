import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import { keepTakingOver } from '#lib/skills/server/executions/keep-taking-over.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { createExecutionTokens } from '../execution-token.ts'
import { openEmbeddedPython } from './embedded-python.ts'
import { scriptOf } from './killed-scripts.ts'
import { encryptionKey, openScriptProcess } from './script-process.ts'

/**
 * A process that accepts and executes scripts. It also plays the agent: it answers the scripts' requests to a model. It
 * sends the number and the execution token of each accepted script to its parent, and exits with code 0 when all
 * scripts have ended.
 *
 * Arguments: database URL, provider URL, language of the scripts, JSON of the profiles' tokens, JSON of the numbers to accept.
 */
const [databaseUrl = '', provider = '', named, profiles = '[]', numbers = '[]'] = process.argv.slice(2)
// A killed process would not write what it has compiled.
flushCompileCache()
const language = ScriptLanguage.parse(named)
const tokensOfProfiles = z.array(z.string()).parse(JSON.parse(profiles))
const missing = z.array(z.int()).parse(JSON.parse(numbers))
const python = language === 'python' ? await openEmbeddedPython() : undefined
const { scripts, runner, ports } = await openScriptProcess({
  databaseUrl,
  provider,
  ...(python ? { runtime: python.runtime } : {}),
})
const { db } = ports
const stop = keepTakingOver({ ...ports, runner })
const tokens = createExecutionTokens(deriveKey(encryptionKey, 'script execution ids'))
const headers = new Headers()
const atOnce = 16

async function submitAll(): Promise<void> {
  for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
    const profile_id = tokensOfProfiles[number % tokensOfProfiles.length] ?? ''
    const request = { profile_id, script: scriptOf(language, number), idempotency_key: `n-${number}` }
    const accepted = await scripts.execute({ ...request, language }, headers)
    if (!accepted.ok) throw new Error(accepted.error.message)
    process.send?.({ number, token: accepted.value.executionToken })
  }
}

/** Two concurrent calls may both find the execution waiting. Then one answer is refused. */
async function answer(id: ExecutionId): Promise<void> {
  const call = { executionToken: tokens.tokenOf(id), headers }
  const read = await scripts.read(call)
  if (!read.ok || read.value.view.status !== 'awaiting_llm') return
  const { number, prompt } = read.value.view.llm_request
  await scripts.respond(call, { response: `The answer to: ${prompt}`, number })
}

let isSubmitting = true
const submitting = Promise.all(Array.from({ length: atOnce }, submitAll)).finally(() => {
  isSubmitting = false
})
while (isSubmitting || (await db.execution.count({ where: { finishedAt: null } })) > 0) {
  const waiting = await db.execution.findMany({ where: { status: 'suspended' }, select: { id: true }, take: 200 })
  await Promise.all(waiting.map(({ id }) => answer(ExecutionId.parse(id))))
  await setTimeout(50)
}
await submitting
await stop()
process.exit(0)
