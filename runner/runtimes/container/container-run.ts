import { createHash } from 'node:crypto'
import type { RuntimeExecution } from '../runtime.ts'
import type { ContainerRun, EgressMode } from './messages.ts'
import { bundleFrameBytes } from './output/read-output.ts'
import type { SkillImage } from './skill-images.ts'

/** What Node needs before a bundle's own memory counts. */
const nodeMb = 64
/** No interpreter starts in less. (Docker takes 6 and more.) */
const leastMb = 16
/** From the end of an execution's time until its container ends itself, should nobody else do it. */
const graceMs = 5000

/** The container for an execution: its limits, its input, and its part of the world. */
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

/** A container that was started ahead is of use as long as all of this is the same. */
export function aheadOf({ skill, credentials }: RuntimeExecution): NonNullable<ContainerRun['ahead']> {
  const parts = JSON.stringify([skill.digest, skill.tier, skill.approved, credentials ?? null])
  return { skill: skill.manifest.name, version: createHash('sha256').update(parts).digest('hex') }
}

/** What the harness gives a bundle beside its input: the same clock, randomness and placeholders as everywhere. */
function conditionsOf({ seed, nowMs, secrets }: RuntimeExecution) {
  return { seed: Buffer.from(seed).toString('base64'), now_ms: nowMs, secrets }
}
