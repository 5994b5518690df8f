import type { ErrorCode } from './contract/errors.ts'
import type { Grant } from './skill.ts'

/**
 * The line of skill.yaml to change after this error, with its current value. Undefined: skill.yaml cannot prevent the
 * error.
 */
export function cureOf(code: ErrorCode, { permissions, limits }: Grant): string | undefined {
  const { egress, methods } = permissions.network
  const list = (names: readonly string[]) => `[${names.join(', ')}]`
  const raise = (field: string, now: number) =>
    `raise limits.${field} in skill.yaml (now ${now}), or make the skill use less`
  switch (code) {
    case 'EGRESS_BLOCKED':
      return `declare it in skill.yaml: permissions.network.egress is now ${list(egress)}, methods is now ${list(methods)}`
    case 'CAPABILITY_DENIED':
      return (
        `declare it in skill.yaml: permissions.network.egress is now ${list(egress)}, secrets is now ${list(permissions.secrets)}, ` +
        `llm is now ${permissions.llm}, limits.host_calls is now ${limits.hostCalls}`
      )
    case 'TIMEOUT':
      return raise('timeout_ms', limits.timeoutMs)
    case 'OUT_OF_FUEL':
      return raise('fuel', limits.fuel)
    case 'OUT_OF_MEMORY':
      return raise('memory_mb', limits.memoryMb)
    case 'OUTPUT_TOO_LARGE':
      return raise('output_kb', limits.outputKb)
    default:
      return undefined
  }
}
