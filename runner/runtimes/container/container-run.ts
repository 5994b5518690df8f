import { createHash } from 'node:crypto'
import type { SkillProgram } from '../../core/skill.ts'
import type { RuntimeExecution } from '../runtime.ts'
import type { ContainerRun, EgressMode } from './messages.ts'
import { frameBytesOf } from './output/read-output.ts'
import type { SkillImage } from './skill-images.ts'

/** Memory for the harness itself, on top of the memory of a bundle or a script. */
const harnessMb = { bundle: 64, python: 48 } as const
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
  const hasHarness = skill.program.kind !== 'image'
  return {
    id: execution.id,
    image: tag,
    ...(command === undefined ? {} : { command: [...command] }),
    egress,
    hasHarness,
    memoryMb: memoryMbOf(skill.program.kind, limits.memoryMb),
    cpus: limits.cpus,
    outputBytes: limits.outputKb * 1024 + frameBytesOf(skill.program.kind),
    lifetimeMs: limits.timeoutMs + graceMs,
    hosts: [...execution.hosts],
    secrets: { ...execution.secrets },
    stdin: `${JSON.stringify(hasHarness ? { ...execution.input, _travel: conditionsOf(execution) } : execution.input)}\n`,
  }
}

/** A container started in advance can serve an execution only while all of these are unchanged. */
export function aheadOf({ skill, credentials }: RuntimeExecution): NonNullable<ContainerRun['ahead']> {
  // A script is part of the input, so a container for scripts can run any script with the same hosts and limits.
  if (skill.program.kind === 'python') return { skill: skill.manifest.name, version: skill.program.kind }
  const parts = JSON.stringify([skill.digest, skill.tier, skill.approved, credentials ?? null])
  return { skill: skill.manifest.name, version: createHash('sha256').update(parts).digest('hex') }
}

/**
 * What a harness gets in addition to the input: the same clock, randomness and placeholders as in every runtime, and
 * the text of a script.
 */
function conditionsOf({ skill: { program }, seed, nowMs, secrets }: RuntimeExecution) {
  const script = program.kind === 'python' ? { script: program.code } : {}
  return { seed: Buffer.from(seed).toString('base64'), now_ms: nowMs, secrets, ...script }
}

function memoryMbOf(kind: SkillProgram['kind'], memoryMb: number): number {
  return kind === 'bundle' || kind === 'python' ? memoryMb + harnessMb[kind] : Math.max(memoryMb, leastMb)
}
