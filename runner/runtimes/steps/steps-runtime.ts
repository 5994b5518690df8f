import * as z from 'zod'
import { actionRuleOf } from '../../contract/action-rule.ts'
import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { instructionsIn, instructionsPerUnit } from '../../contract/fuel.ts'
import { finalAnswer } from '../../contract/host-seam.ts'
import { stepsRuntime as about } from '../../contract/runtimes.ts'
import { Json, SkillOutput, type SkillReturn, type SkillSuccess } from '../../contract/skill-io.ts'
import { releaseOfAction } from '../../core/skill.ts'
import { fillMapping, type Mapping, type MappingSource, pointersIn, readParams } from '../../core/step-mapping.ts'
import { codeOfReason } from '../end-codes.ts'
import type { Runtime, RuntimeEnd, RuntimeExecution } from '../runtime.ts'

const Answer = z.object({ fuel_used: z.number().nonnegative(), output: SkillOutput })

/**
 * Runs the steps of a skill, one after the other. Each is a host call, whose answer is in the journal: so a resumed
 * execution does not run a step again that has ended, and a replay runs none.
 */
export const stepsRuntime: Runtime = {
  about,
  engineVersion: 'steps 1',
  run,
  probe: async () => undefined,
  [Symbol.asyncDispose]: async () => undefined,
}

async function run({ skill, input, limits, host, signal }: RuntimeExecution): Promise<RuntimeEnd> {
  const whole = instructionsIn(limits.fuel)
  let fuelUsed = 0
  const done: SkillSuccess[] = []
  const failed = (code: ErrorCode, detail: string, cause?: EndCause): RuntimeEnd => ({
    kind: 'failed',
    code,
    detail,
    cause,
    fuelUsed,
  })
  for (const [at, { step, skill: of }] of (skill.chain?.steps ?? []).entries()) {
    if (signal.aborted) return failed(codeOfReason(signal.reason), `before step ${at}`)
    const mapping = readParams(step.params)
    const source = { input: Json.parse(input.params), steps: done.map(({ results }) => ({ results })) }
    // Without the result that it reads, a step has nothing to do, and neither have those after it.
    if (lacksResult(mapping, source)) return { kind: 'returned', value: returned(done, []), fuelUsed }
    const { effects } = actionRuleOf(releaseOfAction(of, step.action).manifest, step.action)
    const left = Math.max(0, whole - fuelUsed)
    const args = {
      at,
      skill: step.skill,
      action: step.action,
      acts: effects.includes('act'),
      params: fillMapping(mapping, source) ?? {},
      fuel: left / instructionsPerUnit,
    }
    const answer = finalAnswer(await host.call('steps.run', args, left))
    if (answer.kind === 'end') return failed(answer.code, answer.reason, answer.cause)
    if (answer.kind === 'rejected') return failed('INTERNAL', answer.message)
    const { output, fuel_used } = Answer.parse(answer.value)
    fuelUsed += fuel_used
    if (output.status !== 'success') {
      if (signal.aborted) return failed(codeOfReason(signal.reason), `in step ${at}`)
      return { kind: 'stopped', output, fuelUsed }
    }
    done.push(output)
  }
  return { kind: 'returned', value: returned(done, done.at(-1)?.results ?? []), fuelUsed }
}

/** Whether a pointer reads a result that its step did not return. A field that a result does not have is left out. */
const lacksResult = (mapping: Mapping, { steps }: MappingSource): boolean =>
  pointersIn(mapping).some(({ parts: [from, number, , position] }) => {
    if (from !== 'steps' || position === undefined) return false
    const found = Answered.safeParse(steps[Number(number)])
    return !found.success || Number(position) >= found.data.results.length
  })
const Answered = z.object({ results: z.array(Json) })

/** The results of the last step, with what limits the truth of any step. */
function returned(done: readonly SkillSuccess[], results: SkillReturn['results']): Json {
  const last = done.at(-1)
  const label = (['sample', 'test', 'live'] as const).find((one) => done.some(({ metadata }) => metadata.data === one))
  const { has_more, unreadable, unknown_airports } = last?.metadata ?? {}
  const isWhole = done.length > 0 && results === last?.results
  const metadata = {
    partial: done.some(({ metadata: { partial } }) => partial),
    ...(label === undefined ? {} : { data: label }),
    ...(isWhole && has_more !== undefined ? { has_more } : {}),
    ...(isWhole && unreadable !== undefined ? { unreadable } : {}),
    ...(isWhole && unknown_airports !== undefined ? { unknown_airports } : {}),
  }
  return Json.parse({ results, ...(isWhole && last.message !== undefined ? { message: last.message } : {}), metadata })
}
