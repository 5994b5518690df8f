/**
 * Runs skills in a program of your own, without the app: `node docs/examples/run-a-skill.ts`. The workspace is this
 * repository, so its `skills` are installed. Nothing here needs the network, a key or a database.
 */
import { join } from 'node:path'
import { createOpenClawExecutor } from '#runner/executor/create-openclaw-executor.ts'
import { createSafetyMiddleware } from '#runner/executor/create-safety-middleware.ts'

// The model of your program, which answers the `llmPredict` of a skill.
const llmPredict = async (prompt: string) => `A model would answer: ${prompt}`

await using executor = createOpenClawExecutor({ workspaceRoot: join(import.meta.dirname, '../..'), llmPredict })

// A plain function, given as text. It gets exactly the capabilities of this call.
const greet = { name: 'greet', ajs: `function greet({ city }) { return llmPredict('Say hello to ' + city) }` }
const allowed = await executor.execute(
  greet,
  { city: 'Oranjestad' },
  { capabilities: { llmPredict }, source: 'main', fuel: 1000, trace: true },
)
if (allowed.ok) console.log('The function returned:', allowed.result)
console.log('It called:', allowed.trace?.map(({ op }) => op).join(', '))

// Without capabilities, the same function fails.
const denied = await executor.execute(greet, { city: 'Oranjestad' }, { source: 'main' })
if (!denied.ok) console.log('Without a capability:', denied.error.code)

// What may a message from a stranger run? `held` is the trust of its source.
const { allowed: mayWrite, needed, held } = await executor.checkTrust('calendar', 'public')
console.log(`A stranger may use the calendar: ${mayWrite} (needs ${needed}, has ${held})`)

// For code that does not run in the sandbox yet: checks its trust, then calls it.
const execute = createSafetyMiddleware(executor, { enforce: true })
const refused = await execute(() => 'changed', 'calendar', { source: 'public' }).catch((cause: Error) => cause.name)
console.log('The middleware answers:', refused)
