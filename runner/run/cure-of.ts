import { SourceMap } from 'node:module'
import { type BoundCredentials, isWithheld } from '../contract/bound-credentials.ts'
import type { EndCause } from '../contract/end-cause.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { type CredentialUse, secretsOf } from '../contract/manifest.ts'
import { isFlag, type PermissionKind, permissionKinds } from '../contract/operations/host-operations.ts'
import type { CredentialBroker } from '../core/ports.ts'
import type { Grant, SkillProgram } from '../core/skill.ts'
import { itemsOf } from '../policy/policy-sets.ts'

/**
 * The line of skill.yaml to change after this error, with its current value. Undefined: skill.yaml cannot prevent the
 * error. `cause`: why a host call ended the execution.
 */
export function cureOf(code: ErrorCode, { permissions, limits }: Grant, cause?: EndCause): string | undefined {
  const now = (kind: PermissionKind) =>
    isFlag(kind) ? permissions[kind] : `[${itemsOf(permissions, kind).join(', ')}]`
  const raise = (field: string, most: number) =>
    `raise limits.${field} in skill.yaml (now ${most}), or make the skill use less`
  const declare = (field: string) => `declare it in skill.yaml: permissions.${field}`
  switch (code) {
    case 'EGRESS_BLOCKED':
      return declare(`network.egress is now ${now('network.egress')}, methods is now ${now('network.methods')}`)
    case 'CAPABILITY_DENIED': {
      if (cause === 'host_calls') return raise('host_calls', limits.hostCalls)
      if (cause === 'effects') return 'declare in skill.yaml that the action acts: effects: [act]'
      const kind = permissionKinds.find((one) => one === cause)
      return kind && declare(`${kind} is now ${now(kind)}`)
    }
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

/** Every runtime uses the file name `skill.js` for a bundle. */
const place = /\bskill\.js:(\d{1,7}):(\d{1,7})/g

/** Parsed on first use, because most executions have no position to translate. */
const maps = new WeakMap<SkillProgram, SourceMap>()

/** Replaces bundle positions in a text, such as `skill.js:10:42`, with positions in the source files. */
export function withSourcePlaces(text: string, program: SkillProgram): string {
  if (program.kind !== 'bundle' || program.sourceMap === undefined) return text
  const { sourceMap } = program
  return text.replace(place, (whole, line: string, column: string) => {
    const map = maps.get(program) ?? new SourceMap(JSON.parse(sourceMap))
    maps.set(program, map)
    const origin = map.findOrigin(Number(line), Number(column))
    return 'fileName' in origin
      ? `${origin.fileName.replace(/^skill:/, '')}:${origin.lineNumber}:${origin.columnNumber}`
      : whole
  })
}

type Unconfigured = {
  readonly uses: Readonly<Record<string, CredentialUse>>
  readonly permissions: Grant['permissions']
  readonly credentials: BoundCredentials
}

/** The granted secrets without a usable value, for the caller. */
export const withoutValue = (
  { secrets }: Grant['permissions'],
  credentials: BoundCredentials,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    secrets.flatMap((name) => {
      const bound = credentials.get(name)
      return bound === undefined || isWithheld(bound) ? [[name, 'has no value that may be used now']] : []
    }),
  )

/** For the log: why granted secrets have no value, and how to set each secret for the skill's hosts. */
export function whyUnconfigured(
  broker: CredentialBroker | undefined,
  { uses, permissions, credentials }: Unconfigured,
): string | undefined {
  const told = permissions.secrets.flatMap((name) => {
    const bound = credentials.get(name)
    if (bound !== undefined) return isWithheld(bound) ? bound.why : []
    const of = Object.values(uses).filter((use) => secretsOf(use).some(([, secret]) => secret === name))
    // A plain secret may be sent to any declared host.
    const hosts = of.length > 0 ? of.map(({ host }) => host) : permissions.network.egress
    return broker?.whyMissing?.(name, [...new Set(hosts)]) ?? []
  })
  return told.length > 0 ? told.join('; ') : undefined
}
