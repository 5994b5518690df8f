import * as z from 'zod'
import { toldError } from '#lib/platform/model/told-error.ts'
import { ErrorBody } from '#runner/contract/errors.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { SkillConfirmation, SkillFailure, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'

/** What a skill reports beside its own failure. */
const reported = SkillSuccess.pick({ results: true, message: true, metadata: true }).partial()

/** An output as `toldOutput` tells it. */
export const ToldOutput = z.discriminatedUnion('status', [
  SkillSuccess,
  SkillFailure.extend({ error: ErrorBody, ...reported.shape }),
  SkillConfirmation,
])

/**
 * A skill's output as entry points for programs tell it. An error has its remedy. A handler that answers that it did not
 * succeed has failed, and its message and results say why.
 */
export function toldOutput(output: SkillOutput) {
  if (output.status === 'error') return { ...output, error: toldError(output.error) }
  if (output.status !== 'success' || !reportsFailure(output)) return output
  return { ...output, status: 'error' as const, error: toldError(errorOf('SKILL_FAILED', { skill: output.skill })) }
}

/** Whether the skill's only result is the answer of a handler that did not succeed. */
export const reportsFailure = ({ results: [first, ...more] }: Pick<SkillSuccess, 'results'>): boolean =>
  first?.success === false && more.length === 0
