import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32, gunzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { fromBufferPromise } from 'yauzl'
import { utf8Of } from '#runner/core/utf8.ts'
import type { Files } from './check-entries.ts'
import {
  createEntryCheck,
  type EntryHead,
  isLfsPointer,
  maxFiles,
  maxUnpackedBytes,
  plainPath,
} from './check-entries.ts'
import { skillFoldersIn } from './choose-skill.ts'
import { type EntryProblem, refuse, type SourceRefusal, shown } from './source-refusal.ts'

/** `refused`: entries of the archive by path, or once they are sorted by skills, the folders of skills that have one. */
type Read = { readonly ok: true; readonly files: Files; readonly refused: ReadonlyMap<string, SourceRefusal> }

/** Content, the header and padding of each of the most files, and long names. */
const maxTarBytes = maxUnpackedBytes + 16 * 1024 * 1024

const unzip = promisify(gunzip)

/**
 * Reads the files of a tar.gz or zip archive into memory. Every entry is checked before its content is read. A refused one,
 * such as a link, disables the skill in whose folder it is, and no other: beside skills, as repositories have links, it is
 * left out. One that points out of the archive is refused with the whole archive, and so is an archive without a skill.
 */
export async function readArchive(archive: Uint8Array): Promise<Read | SourceRefusal> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const unpacked = isGzip ? await readTarGz(bytes) : await readZip(bytes)
    if (!unpacked.ok) return unpacked
    const { files } = unpacked
    const entries = [...unpacked.refused]
    const skills = skillFoldersIn(files.keys())
    const isIn = (folder: string, path: string) => folder === '' || path.startsWith(`${folder}/`)
    const refused = new Map(
      skills.flatMap((folder) => {
        const [, refusal] = entries.find(([path]) => isIn(folder, path)) ?? []
        return refusal ? [[folder, refusal]] : []
      }),
    )
    const first = skills.length === 0 ? entries[0]?.[1] : [...refused.values()][0]
    if (first && refused.size === skills.length) return first
    const isLeft = (path: string) => ![...refused.keys()].some((folder) => isIn(folder, path))
    return { ok: true, files: new Map([...files].filter(([path]) => isLeft(path))), refused }
  } catch (cause) {
    const detail = cause instanceof Error ? shown(cause.message) : ''
    return refuse('malformed', { what: isGzip ? 'tar.gz' : 'zip', detail })
  }
}

/** Whether a refusal is about an entry inside of the archive, and about no other. */
const isOfOneEntry = ({ facts }: SourceRefusal): boolean =>
  'problem' in facts && facts.problem !== 'absolute' && facts.problem !== 'outside'

const refuseEntry = (name: string, problem: EntryProblem): SourceRefusal =>
  refuse('entry', { entry: shown(name), problem })

async function readTarGz(bytes: Buffer): Promise<Read | SourceRefusal> {
  const tar = await unzip(bytes, { maxOutputLength: maxTarBytes }).catch((cause: unknown) => {
    if (cause instanceof RangeError) return undefined
    throw cause
  })
  if (tar === undefined) return refuse('too_large', { what: 'content', limitBytes: maxUnpackedBytes })
  const files = new Map<string, Uint8Array>()
  const refused = new Map<string, SourceRefusal>()
  const check = createEntryCheck()
  const archive = extract()
  archive.end(tar)
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header
    const kind = tarKind(type)
    const refusal = check({ path: name, kind, size })
    if (refusal !== undefined && !isOfOneEntry(refusal)) return refusal
    const content = await buffer(entry)
    if (refusal !== undefined) refused.set(plainPath(name), refusal)
    else if (kind === 'file' && isLfsPointer(content)) refused.set(plainPath(name), refuseEntry(name, 'lfs_pointer'))
    else if (kind === 'file') files.set(plainPath(name), content)
    if (refused.size > maxFiles) return refuse('too_many_files', { limit: maxFiles })
  }
  return { ok: true, files, refused }
}

function tarKind(type: string | null | undefined): EntryHead['kind'] {
  if (type === 'file') return 'file'
  if (type === 'directory') return 'folder'
  return type === 'symlink' || type === 'link' ? 'link' : 'special_file'
}

async function readZip(bytes: Buffer): Promise<Read | SourceRefusal> {
  // Raw names, because the check of names is ours and the same for every kind of source.
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  const files = new Map<string, Uint8Array>()
  const refused = new Map<string, SourceRefusal>()
  const check = createEntryCheck()
  for await (const entry of archive.eachEntry()) {
    const name = utf8Of(entry.fileNameRaw) ?? '\ufffd'
    const kind = zipKind(entry.externalFileAttributes >>> 16, name)
    const unfit = check({ path: name, kind, size: entry.uncompressedSize })
    if (unfit !== undefined && !isOfOneEntry(unfit)) return unfit
    const refusal = unfit ?? (entry.isEncrypted() ? refuseEntry(name, 'encrypted') : undefined)
    if (refusal !== undefined) refused.set(plainPath(name), refusal)
    if (refused.size > maxFiles) return refuse('too_many_files', { limit: maxFiles })
    if (refusal !== undefined || kind !== 'file') continue
    // The stream fails at the first byte beyond the size that was checked.
    const content = await buffer(await archive.openReadStreamPromise(entry))
    if (isLfsPointer(content)) refused.set(plainPath(name), refuseEntry(name, 'lfs_pointer'))
    else files.set(plainPath(name), content)
  }
  return { ok: true, files, refused }
}

/** `mode`: the file mode of Unix, 0 in archives of other systems. */
function zipKind(mode: number, name: string): EntryHead['kind'] {
  const type = mode & 0o170000
  if (type === 0o120000) return 'link'
  if (type !== 0 && type !== 0o100000 && type !== 0o040000) return 'special_file'
  return name.endsWith('/') || type === 0o040000 ? 'folder' : 'file'
}

/** The most bytes of a stored block of deflate. */
const blockBytes = 65_535

/**
 * A tar.gz of the files. The same files give the same bytes on every machine: sorted, without times, owners and modes, and
 * stored without compression, whose result depends on the version and the processor of a machine's zlib.
 */
export async function writeArchive(files: Files): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    archive.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, Buffer.from(content))
  }
  archive.finalize()
  return storedGzip(await buffer(archive))
}

function storedGzip(bytes: Buffer): Buffer {
  // No name, no time, and an unknown operating system.
  const parts: Uint8Array[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])]
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes)
    const head = Buffer.alloc(5)
    head.writeUInt8(at + blockBytes >= bytes.length ? 1 : 0, 0)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(0xffff - block.length, 3)
    parts.push(head, block)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(bytes), 0)
  end.writeUInt32LE(bytes.length % 2 ** 32, 4)
  return Buffer.concat([...parts, end])
}
