import type { HostAnswer } from '../contract/host-seam.ts'
import type { Json } from '../contract/skill-io.ts'
import { sha256 } from '../core/hash.ts'
import type { SkillFiles } from '../core/ports.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

export type FileServices = {
  /** The folder of a skill, by its name. Absent: no skill has files. */
  readonly files?: ((skill: string) => SkillFiles) | undefined
}
type Context = OperationContext<FileServices>

export const filesOperations = {
  /** Reads a text file below the skill's own folder. */
  'files.read': operationOf('files.read', {
    barred: (context: Context, args) => barredFrom('read', args?.path, context),
    open:
      ({ services: { files }, owner, enter }) =>
      async ({ path }) => {
        using _slot = await enter()
        const answer = await files?.(owner.skill).read(path)
        if (!answer) return withoutFiles
        return answer.ok
          ? { kind: 'value', value: answer.text }
          : rejected(answer.name, `files.read: ${answer.message}`)
      },
  }),

  /** Replaces or creates a file below the skill's own folder. Requires an action with the effect `act`. */
  'files.write': operationOf('files.write', {
    shown: (args, redact) => redact.json(withoutText(args)),
    barred: (context: Context, args) => barredFrom('write', args?.path, context),
    open:
      ({ services: { files }, owner, enter, signal }) =>
      async ({ path, text }) => {
        using _slot = await enter()
        if (signal.aborted) return rejected('AbortError', 'files.write: the execution has ended')
        const answer = await files?.(owner.skill).write(path, text)
        if (!answer) return withoutFiles
        if (!answer.ok) return rejected(answer.name, `files.write: ${answer.message}`)
        return { kind: 'value', value: { bytes: answer.bytes } }
      },
  }),
}

const withoutFiles = rejected('FilesUnavailable', 'Skills have no files here')

/**
 * The answer to a call without permission for its path; undefined if permitted. For an invalid path, permission for any
 * path suffices.
 */
function barredFrom(
  kind: 'read' | 'write',
  path: string | undefined,
  { grant: { permissions, declared = permissions }, denied }: OperationContext,
): HostAnswer | undefined {
  const covers = (one: string) => path === undefined || isBelow(path, one)
  if (permissions.filesystem[kind].some(covers)) return undefined
  const withheld = declared.filesystem[kind].filter(covers)
  if (withheld.length === 0)
    return end('CAPABILITY_DENIED', `files.${kind} of a path that the manifest does not declare`, `filesystem.${kind}`)
  for (const item of withheld) denied(`filesystem.${kind}`, item)
  return rejected('CapabilityRevoked', `The permission filesystem.${kind} ${withheld.join(', ')} was withheld`)
}

/**
 * Whether a relative path equals a declared path or is below it. No relative path is below an absolute declared path.
 */
function isBelow(path: string, declared: string): boolean {
  const folder = declared.replace(/\/$/, '')
  return folder !== '' && (path === folder || path.startsWith(`${folder}/`))
}

/** Replaces the text by its hash, for the journal. */
function withoutText(args: Json): Json {
  if (typeof args !== 'object' || args === null || Array.isArray(args) || typeof args.text !== 'string') return args
  const { text, ...rest } = args
  return { ...rest, text_hash: sha256(Buffer.from(text)), bytes: Buffer.byteLength(text) }
}
