import { FileReadArgs, FileWriteArgs, FileWritten } from '../contract/host-calls.ts'
import type { HostAnswer } from '../contract/host-seam.ts'
import type { Json } from '../contract/skill-io.ts'
import { sha256 } from '../core/hash.ts'
import { end, type HostOperation, type OperationContext, ordinary, rejected } from './operation.ts'

/** Reads a text file below the skill's own folder. */
export const filesReadOperation: HostOperation = {
  ...ordinary,
  open: (context) => async (args) => {
    const parsed = FileReadArgs.safeParse(args)
    const barred = barredFrom('read', parsed.data?.path, context)
    if (barred) return barred
    if (!parsed.success) return rejected('TypeError', problemOf('files.read', parsed.error.issues[0]))
    using _slot = await context.enter()
    const answer = await context.files?.read(parsed.data.path)
    if (!answer) return withoutFiles
    return answer.ok ? { kind: 'value', value: answer.text } : rejected(answer.name, `files.read: ${answer.message}`)
  },
}

/** Replaces or creates a file below the skill's own folder. Requires an action with the effect `act`. */
export const filesWriteOperation: HostOperation = {
  ...ordinary,
  isRepeatable: (args) => !FileWriteArgs.safeParse(args).success,
  shown: (args, redact) => redact.json(withoutText(args)),
  restored: (value) => FileWritten.safeParse(value).data ?? value,
  open: (context) => async (args) => {
    const parsed = FileWriteArgs.safeParse(args)
    const barred = barredFrom('write', parsed.data?.path, context)
    if (barred) return barred
    if (!context.acts) return end('CAPABILITY_DENIED', 'files.write in an action whose effects are [read]', 'effects')
    if (!parsed.success) return rejected('TypeError', problemOf('files.write', parsed.error.issues[0]))
    using _slot = await context.enter()
    if (context.signal.aborted) return rejected('AbortError', 'files.write: the execution has ended')
    const answer = await context.files?.write(parsed.data.path, parsed.data.text)
    if (!answer) return withoutFiles
    if (!answer.ok) return rejected(answer.name, `files.write: ${answer.message}`)
    return { kind: 'value', value: { bytes: answer.bytes } satisfies FileWritten }
  },
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

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

const problemOf = (op: string, issue: Issue | undefined): string =>
  `${op}: ${issue?.path.join('.') || 'the arguments'}: ${issue?.message ?? 'are not valid'}`
