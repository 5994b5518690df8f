import { ExecutionId } from '#runner/contract/ids.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
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

export async function startPausing({ runner }: Pick<DurableRunner, 'runner'>, pauses: number) {
  const input = { action: 'go', params: { pauses }, config: {} }
  const admitted = await runner.admit('pauses', input, { principal: agent })
  if (admitted.kind === 'refused') throw new Error(`${admitted.error.message} ${admitted.reason}`)
  return runner.start(admitted, { durable: true })
}

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
  const { db, runner } = process
  const known = await db.execution.findFirst({ select: { id: true } })
  if (!known) {
    await (await startPausing(process, pauses)).done
    return
  }
  const id = ExecutionId.parse(known.id)
  const seq = await awaitedBy(process, id)
  const answered = await db.journalEntry.count({
    where: { executionId: id, op: 'llm.complete', settled: { not: null } },
  })
  const unfinished = await answerAwaited(process, id, seq, { kind: 'value', value: answerText(answered) })
  if (!unfinished) throw new Error(`${id} does not wait for call ${seq}`)
  await runner.resume(unfinished).done
}
