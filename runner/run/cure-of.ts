import type { ErrorCode } from '../contract/errors.ts'
import type { Grant } from '../core/skill.ts'

/**
 * The line of skill.yaml to change after this error, with its current value. Undefined: skill.yaml cannot prevent the
 * error. `detail`: the logged reason why the execution ended. It names the missing permission or the exceeded limit.
 */
export function cureOf(code: ErrorCode, { permissions, limits }: Grant, detail?: string): string | undefined {
  const { egress, methods } = permissions.network
  const list = (names: readonly string[]) => `[${names.join(', ')}]`
  const raise = (field: string, now: number) =>
    `raise limits.${field} in skill.yaml (now ${now}), or make the skill use less`
  const declare = (field: string) => `declare it in skill.yaml: permissions.${field}`
  const { filesystem } = permissions
  /** `call`: the logged reason, which starts with the function that the skill called. */
  const declareFor = (call: string) => {
    if (call.startsWith('llm.')) return declare(`llm is now ${permissions.llm}`)
    if (call.startsWith('memory.')) return declare(`memory is now ${permissions.memory}`)
    if (call.startsWith('messages.')) return declare(`messages is now ${permissions.messages}`)
    if (call.startsWith('gateway.')) return declare(`gateway is now ${permissions.gateway}`)
    if (call.startsWith('exec.')) return declare(`exec is now ${list(permissions.exec)}`)
    if (call.startsWith('files.read ')) return declare(`filesystem.read is now ${list(filesystem.read)}`)
    if (call.startsWith('files.write ')) return declare(`filesystem.write is now ${list(filesystem.write)}`)
    return undefined
  }
  switch (code) {
    case 'EGRESS_BLOCKED':
      return declare(`network.egress is now ${list(egress)}, methods is now ${list(methods)}`)
    case 'CAPABILITY_DENIED':
      if (detail && /more than \d+ host calls$/.test(detail)) return raise('host_calls', limits.hostCalls)
      if (detail?.startsWith('fetch ')) return declare(`network.egress is now ${list(egress)}`)
      if (detail?.includes('secret')) return declare(`secrets is now ${list(permissions.secrets)}`)
      if (detail?.includes('in an action')) return 'declare in skill.yaml that the action acts: effects: [act]'
      if (detail?.includes(' without ') || detail?.includes('does not declare')) return declareFor(detail)
      return undefined
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
