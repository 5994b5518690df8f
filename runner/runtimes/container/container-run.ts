import type { RuntimeExecution } from '../runtime.ts'
import { harnessOf } from './harnesses.ts'
import type { ContainerRun, EgressMode } from './messages.ts'
import type { SkillImage } from './skill-images.ts'

/** No interpreter starts with less. (Docker requires at least 6 MB.) */
const minMb = 16
/** The container ends itself this long after the execution's time limit, in case the runtime does not. */
const graceMs = 5000

/** Describes the container for an execution: its limits, its input and its network access. */
export function containerRunOf(
  execution: RuntimeExecution,
  { tag, command }: SkillImage,
  egress: EgressMode,
): ContainerRun {
  const { skill, limits } = execution
  const harness = harnessOf(skill)
  return {
    id: execution.id,
    image: tag,
    ...(execution.fairKey === undefined ? {} : { fairKey: execution.fairKey }),
    ...(command === undefined ? {} : { command: [...command] }),
    egress,
    hasHarness: harness !== undefined,
    memoryMb: harness ? limits.memoryMb + harness.memoryMb : Math.max(limits.memoryMb, minMb),
    cpus: limits.cpus,
    outputBytes: limits.outputKb * 1024 + (harness?.frame.bytes ?? 0),
    lifetimeMs: limits.timeoutMs + graceMs,
    hosts: [...execution.hosts],
    secrets: { ...execution.secrets },
    stdin: `${JSON.stringify(harness ? { ...execution.input, _travel: conditionsOf(execution) } : execution.input)}\n`,
  }
}

/**
 * What a harness gets in addition to the input: the same clock, randomness and placeholders as in every runtime, and
 * the text of a script.
 */
function conditionsOf({ skill: { program, isScript }, seed, nowMs, secrets }: RuntimeExecution) {
  const script = isScript && program.kind === 'bundle' ? { script: program.code } : {}
  return { seed: Buffer.from(seed, 'hex').toString('base64'), now_ms: nowMs, secrets, ...script }
}
