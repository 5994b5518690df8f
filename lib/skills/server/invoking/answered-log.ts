import type { AppendAudit } from '#lib/platform/server/audit/audit-trail.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { hashInSlices } from '#runner/slices/work-on-json.ts'
import { answeredRow } from '../executions/invocation-rows.ts'

/** An answer from another execution. `from`: the cache, or an identical execution in progress. */
type OtherAnswer = {
  readonly admitted: AdmittedExecution
  readonly from: 'cache' | 'shared'
  readonly output: SkillOutput
  readonly durationMs: number
}

/** Records an answer for which nothing was executed. The answer may be returned once the promise resolves. */
export type AnsweredLog = (answer: OtherAnswer) => Promise<void>

type AnsweredPorts = { readonly append: AppendAudit; readonly clock: Pick<Clock, 'now'> }

export function createAnsweredLog({ append, clock }: AnsweredPorts): AnsweredLog {
  // Caches the hashes, so that a cached answer is hashed only once.
  const hashes = new WeakMap<SkillOutput, string>()
  return async ({ admitted, from, output, durationMs }) => {
    const { skill, input, principal, credentials } = admitted
    const outputHash = hashes.get(output) ?? (await hashInSlices(Object(output)))
    hashes.set(output, outputHash)
    const facts = {
      principal,
      skill: skill.manifest.name,
      version: skill.manifest.version,
      digest: skill.digest,
      action: input.action,
      tier: skill.tier,
      keys: [...credentials.keys()],
      inputHash: await hashInSlices(Object(input)),
    }
    const outcome = output.status === 'error' ? output.error.code : 'success'
    await append(answeredRow(new Date(clock.now()), from, facts, { outcome, outputHash, durationMs }))
  }
}
