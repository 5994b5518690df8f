import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { fromBufferPromise } from 'yauzl'
import { utf8Of } from '#runner/core/utf8.ts'
import {
  createEntryCheck,
  type EntryHead,
  type Files,
  isLfsPointer,
  maxFiles,
  maxUnpackedBytes,
  plainPath,
} from './check-entries.ts'
import { skillFoldersIn } from './choose-skill.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

type Read = { readonly ok: true; readonly files: Files }
type Unpacked = Read & { readonly links: ReadonlyMap<string, SourceRefusal> }

/** Content, the header and padding of each of the most files, and long names. */
const maxTarBytes = maxUnpackedBytes + 16 * 1024 * 1024

const unzip = promisify(gunzip)

/**
 * Reads the files of a tar.gz or zip archive into memory. Every entry is checked before its content is read. A link counts
 * in the folder of a skill only: beside skills, as repositories have them, it is left out.
 */
export async function readArchive(archive: Uint8Array): Promise<Read | SourceRefusal> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const unpacked = isGzip ? await readTarGz(bytes) : await readZip(bytes)
    if (!unpacked.ok) return unpacked
    const { files, links } = unpacked
    const skills = skillFoldersIn(files.keys())
    const isBeside = (path: string) => skills.every((folder) => folder !== '' && !path.startsWith(`${folder}/`))
    const [, refusal] = [...links].find(([path]) => skills.length === 0 || !isBeside(path)) ?? []
    return refusal ?? { ok: true, files }
  } catch (cause) {
    const detail = cause instanceof Error ? shown(cause.message) : ''
    return refuse('malformed', { what: isGzip ? 'tar.gz' : 'zip', detail })
  }
}

async function readTarGz(bytes: Buffer): Promise<Unpacked | SourceRefusal> {
  const tar = await unzip(bytes, { maxOutputLength: maxTarBytes }).catch((cause: unknown) => {
    if (cause instanceof RangeError) return undefined
    throw cause
  })
  if (tar === undefined) return refuse('too_large', { what: 'content', limitBytes: maxUnpackedBytes })
  const files = new Map<string, Uint8Array>()
  const links = new Map<string, SourceRefusal>()
  const check = createEntryCheck()
  const archive = extract()
  archive.end(tar)
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header
    const kind = tarKind(type)
    const refusal = check({ path: name, kind, size })
    if (refusal !== undefined && kind !== 'link') return refusal
    const content = await buffer(entry)
    if (refusal !== undefined) links.set(plainPath(name), refusal)
    if (links.size > maxFiles) return refuse('too_many_files', { limit: maxFiles })
    if (type !== 'file') continue
    if (isLfsPointer(content)) return refuse('entry', { entry: shown(name), problem: 'lfs_pointer' })
    files.set(plainPath(name), content)
  }
  return { ok: true, files, links }
}

function tarKind(type: string | null | undefined): EntryHead['kind'] {
  if (type === 'file') return 'file'
  if (type === 'directory') return 'folder'
  return type === 'symlink' || type === 'link' ? 'link' : 'special_file'
}

async function readZip(bytes: Buffer): Promise<Unpacked | SourceRefusal> {
  // Raw names, because the check of names is ours and the same for every kind of source.
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  const files = new Map<string, Uint8Array>()
  const links = new Map<string, SourceRefusal>()
  const check = createEntryCheck()
  for await (const entry of archive.eachEntry()) {
    const name = utf8Of(entry.fileNameRaw) ?? '\ufffd'
    const kind = zipKind(entry.externalFileAttributes >>> 16, name)
    const refusal = check({ path: name, kind, size: entry.uncompressedSize })
    if (refusal !== undefined && kind !== 'link') return refusal
    if (refusal !== undefined) links.set(plainPath(name), refusal)
    if (links.size > maxFiles) return refuse('too_many_files', { limit: maxFiles })
    if (entry.isEncrypted()) return refuse('entry', { entry: shown(name), problem: 'encrypted' })
    if (kind !== 'file') continue
    // The stream fails at the first byte beyond the size that was checked.
    const content = await buffer(await archive.openReadStreamPromise(entry))
    if (isLfsPointer(content)) return refuse('entry', { entry: shown(name), problem: 'lfs_pointer' })
    files.set(plainPath(name), content)
  }
  return { ok: true, files, links }
}

/** `mode`: the file mode of Unix, 0 in archives of other systems. */
function zipKind(mode: number, name: string): EntryHead['kind'] {
  const type = mode & 0o170000
  if (type === 0o120000) return 'link'
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'special_file'
  return name.endsWith('/') || type === 0o040000 ? 'folder' : 'file'
}
