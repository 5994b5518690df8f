import { ExecutionId } from '#runner/contract/ids.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { answerAwaited } from '../answer-awaited.ts'
import { agent, type DurableRunner } from './durable-runner.ts'

const manifest = SkillManifest.parse({
  name: 'pauses',
  version: '1.0.0',
  description: 'Waits for an answer from outside, again and again.',
  risk_level: 'low',
  runtimes: ['quickjs', 'container'],
  permissions: { llm: true, secrets: ['API_KEY'] },
  input_schema: { go: { type: 'object' } },
})
/** A skill that waits for the given number of answers and makes other calls in between. */
export const pausingSkill = loadedSkill(
  manifest,
  `globalThis.__skill = async ({ params }) => {
    const results = [{ random: Math.random(), now: Date.now() === new Date().getTime(), key: await settings.get('API_KEY') }]
    for (let pause = 0; pause < params.pauses; pause += 1) {
      const names = await settings.keys()
      const text = await llm.complete('What of ' + pause + ', ' + names.join() + '?', 'large')
      console.log('has ' + text)
      results.push({ text, random: Math.random() })
    }
    return { results }
  }`,
)

export const startPausing = (process: Pick<DurableRunner, 'runner'>, pauses: number) =>
  startFor(process, 'pauses', { action: 'go', params: { pauses } })

/** Starts a skill or a script for the agent, or for another principal. */
export async function startFor(
  { runner }: Pick<DurableRunner, 'runner'>,
  program: Parameters<DurableRunner['runner']['admit']>[0],
  { action = 'run', params = {} }: { readonly action?: string; readonly params?: Record<string, unknown> } = {},
  { durable = true, principal = agent }: { readonly durable?: boolean; readonly principal?: Principal } = {},
) {
  const admitted = await runner.admit(program, { action, params, config: {} }, { principal })
  if (admitted.kind === 'refused') throw new Error(`${admitted.error.message} ${admitted.reason}`)
  return runner.start(admitted, { durable })
}

/** Answers the call that an execution waits for, with a text or an outcome. */
export async function answerTo(process: DurableRunner, id: ExecutionId, answer: string | object) {
  const given = typeof answer === 'string' ? { kind: 'value', value: answer } : answer
  const unfinished = await answerAwaited(process, id, await awaitedBy(process, id), Object(given))
  if (!unfinished) throw new Error(`${id} does not wait for an answer`)
  return unfinished
}

/** Answers the call that an execution waits for. Resolves with its output, or when it waits again. */
export const goOn = async (process: DurableRunner, id: ExecutionId, answer: string | object) =>
  process.runner.resume(await answerTo(process, id, answer)).done

/** The number of the host call that a suspended execution waits for. */
export async function awaitedBy({ db }: Pick<DurableRunner, 'db'>, executionId: string): Promise<number> {
  const { seq } = await db.journalEntry.findFirstOrThrow({
    where: { executionId, result: { path: ['kind'], equals: 'awaited' } },
    select: { seq: true },
  })
  return seq
}

/** The n-th answer from outside, counted from 0. */
export const answerText = (n: number): string => `answer ${n}`

/**
 * Starts this database's one execution, which suspends `pauses` times, or answers its awaited call. Resolves when it is
 * suspended again or has ended.
 */
export async function runNextLeg(process: DurableRunner, pauses: number): Promise<void> {
  const { db } = process
  const known = await db.execution.findFirst({ select: { id: true } })
  if (!known) {
    await (await startPausing(process, pauses)).done
    return
  }
  const id = ExecutionId.parse(known.id)
  const answered = await db.journalEntry.count({
    where: { executionId: id, op: 'llm.complete', settled: { not: null } },
  })
  await goOn(process, id, answerText(answered))
}
