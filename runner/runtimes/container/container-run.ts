import { createHash } from 'node:crypto'
import type { RuntimeExecution } from '../runtime.ts'
import type { ContainerRun, EgressMode } from './messages.ts'
import { bundleFrameBytes } from './output/read-output.ts'
import type { SkillImage } from './skill-images.ts'

/** Memory for Node itself, on top of the memory of a bundle. */
const nodeMb = 64
/** No interpreter starts with less. (Docker requires at least 6 MB.) */
const leastMb = 16
/** The container ends itself this long after the execution's time limit, in case the runtime does not. */
const graceMs = 5000

/** Describes the container for an execution: its limits, its input and its network access. */
export function containerRunOf(
  execution: RuntimeExecution,
  { tag, command }: SkillImage,
  egress: EgressMode,
): ContainerRun {
  const { skill, limits } = execution
  const isBundle = skill.program.kind === 'bundle'
  return {
    id: execution.id,
    image: tag,
    ...(command === undefined ? {} : { command: [...command] }),
    egress,
    isBundle,
    memoryMb: isBundle ? limits.memoryMb + nodeMb : Math.max(limits.memoryMb, leastMb),
    cpus: limits.cpus,
    outputBytes: limits.outputKb * 1024 + (isBundle ? bundleFrameBytes : 0),
    lifetimeMs: limits.timeoutMs + graceMs,
    hosts: [...execution.hosts],
    secrets: { ...execution.secrets },
    stdin: `${JSON.stringify(isBundle ? { ...execution.input, _travel: conditionsOf(execution) } : execution.input)}\n`,
  }
}

/** A container started in advance can serve an execution only while all of these are unchanged. */
export function aheadOf({ skill, credentials }: RuntimeExecution): NonNullable<ContainerRun['ahead']> {
  const parts = JSON.stringify([skill.digest, skill.tier, skill.approved, credentials ?? null])
  return { skill: skill.manifest.name, version: createHash('sha256').update(parts).digest('hex') }
}

/**
 * What the harness gives a bundle in addition to its input: the same clock, randomness and placeholders as in every
 * runtime.
 */
function conditionsOf({ seed, nowMs, secrets }: RuntimeExecution) {
  return { seed: Buffer.from(seed).toString('base64'), now_ms: nowMs, secrets }
}
