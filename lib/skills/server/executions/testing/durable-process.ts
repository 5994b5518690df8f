import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { composeSteps } from '#runner/manifest/compose-skill.ts'
import type { StartedExecution } from '#runner/run/runner.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { finishAbandoned } from '../instance.ts'
import { takeOver } from '../take-over.ts'
import { agent, openDurableRunner, testAudit } from './durable-runner.ts'

/**
 * A process that runs durable executions until all have ended: those of dead processes, and new ones with the numbers
 * from `first` to before `end` that no process has started.
 *
 * Arguments: database URL, provider URL, first, end, key of the placeholders (hex), the skill: `steps`, or `chain` for a
 * skill of steps, and how many executions run at once.
 */
const [databaseUrl = '', provider = '', first = '', end = '', key = '', name = 'steps', atOnce = '16'] =
  process.argv.slice(2)
// A killed process would not write what it has compiled.
flushCompileCache()
const host = 'api.example.com'
const maxAtOnce = Number(atOnce)

const manifest = SkillManifest.parse({
  name: 'steps',
  version: '1.0.0',
  description: 'Makes four pairs of concurrent requests, one of them a POST.',
  risk_level: 'low',
  permissions: { network: { egress: [host], methods: ['GET', 'POST'] } },
  // Time is not tested here: the limit is high enough for a slow machine.
  limits: { timeout_ms: 600_000 },
  input_schema: { go: { type: 'object' } },
})
const code = `globalThis.__skill = async ({ params }) => {
  const results = [{ random: Math.random() }]
  for (let step = 0; step < 4; step += 1) {
    const url = 'https://${host}/' + params.number + '/' + step
    const both = await Promise.all([fetch(url + '/side'), fetch(url, { method: step === 2 ? 'POST' : 'GET' })])
    for (const response of both) results.push(await response.json())
    console.log('has done step ' + step)
  }
  return { results }
}`

const fields = { version: '1.0.0', description: 'd', limits: { timeout_ms: 600_000 } }
const numbers = { type: 'object', properties: { number: { type: 'number' }, step: { type: 'number' } } }
/** A skill that makes one request. */
const one = (name: string, method: string, effects: readonly string[]) =>
  loadedSkill(
    SkillManifest.parse({
      ...fields,
      name,
      risk_level: 'medium',
      permissions: { network: { egress: [host], methods: [method] } },
      actions: { go: { input: numbers, output: numbers, effects, confirmation: { required: false } } },
    }),
    `globalThis.__skill = async ({ params: { number, step } }) => {
      await fetch('https://${host}/' + number + '/' + step, { method: '${method}' })
      return { results: [{ number, step }] }
    }`,
    `digest of ${name}`,
  )
const [look, send] = [one('look', 'GET', ['read']), one('send', 'POST', ['act'])]
/** Each step but the first gets its number from the step before. */
const chainSteps = ['look', 'look', 'look', 'send'].map((skill, step) => {
  const number = step === 0 ? '/input/number' : `/steps/${step - 1}/results/0/number`
  return { skill, action: 'go', params: { number, step: { value: step } } }
})
const chain = composeSteps(
  {
    ...loadedSkill(
      SkillManifest.parse({
        ...fields,
        name: 'chain',
        risk_level: 'low',
        runtimes: ['steps'],
        input_schema: { go: numbers },
        steps: chainSteps,
      }),
    ),
    program: { kind: 'steps' },
  },
  [look, look, look, send],
)

const predecessors = `steps ${first} to ${end}, `
const ownName = `${predecessors}${process.pid}`
const ownUrl = new URL(databaseUrl)
ownUrl.searchParams.set('application_name', ownName)

const { db, instanceId, seals, runner } = await openDurableRunner({
  databaseUrl: ownUrl.href,
  provider,
  skills: name === 'chain' ? [chain, look, send] : [loadedSkill(manifest, code)],
  key: Buffer.from(key, 'hex'),
})

async function startNext(number: number): Promise<StartedExecution> {
  const admitted = await runner.admit(name, { action: 'go', params: { number }, config: {} }, { principal: agent })
  if (admitted.kind === 'refused') throw new Error(admitted.error.message)
  return runner.start(admitted, { durable: true })
}

const running = new Set<Promise<unknown>>()
const follow = ({ done }: StartedExecution) => {
  const ended = done.finally(() => running.delete(ended))
  running.add(ended)
}

/**
 * The first number that has no execution yet. Undefined while the database still has connections of other processes
 * with these numbers: even a killed process can still write until its connection is closed.
 */
async function firstUnstarted(): Promise<number | undefined> {
  const [open] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${predecessors}) and application_name <> ${ownName}`
  if (open?.count !== 0) return
  const own = { path: ['params', 'number'], gte: Number(first), lt: Number(end) }
  return Number(first) + (await db.execution.count({ where: { skill: name, input: own } }))
}

let next: number | undefined
for (;;) {
  // Without this call, an execution with too many takeovers would stay running forever.
  await finishAbandoned(db, instanceId, testAudit)
  const free = maxAtOnce - running.size
  for (const unfinished of free > 0 ? await takeOver(db, instanceId, free, seals) : [])
    follow(runner.resume(unfinished))
  next ??= await firstUnstarted()
  while (next !== undefined && next < Number(end) && running.size < maxAtOnce) follow(await startNext(next++))
  if (running.size > 0) await Promise.race(running)
  else if (next !== undefined && (await db.execution.count({ where: { status: 'running' } })) === 0) break
  else await setTimeout(20)
}
process.exit(0)
