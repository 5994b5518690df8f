import type { ErrorCode } from '../contract/errors.ts'
import { hostOps, isFlag, operations } from '../contract/operations/host-operations.ts'
import type { Grant } from '../core/skill.ts'
import { itemsOf } from '../policy/policy-sets.ts'

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
  /** `call`: the logged reason, which starts with the function that the skill called. */
  const declareFor = (call: string) => {
    const op = hostOps.find((name) => call.startsWith(`${name} `))
    const kind = op && operations[op].permission
    if (kind === undefined) return undefined
    return declare(`${kind} is now ${isFlag(kind) ? permissions[kind] : list(itemsOf(permissions, kind))}`)
  }
  switch (code) {
    case 'EGRESS_BLOCKED':
      return declare(`network.egress is now ${list(egress)}, methods is now ${list(methods)}`)
    case 'CAPABILITY_DENIED':
      if (detail && /more than \d+ host calls$/.test(detail)) return raise('host_calls', limits.hostCalls)
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
