import { utf8Of } from '#runner/core/utf8.ts'
import type { Download, Downloaded } from '../download.ts'
import { refuse, type SourceRefusal, shown } from '../source-refusal.ts'
import { type GitObjects, MalformedGit, PackTooLarge, packetsOf, readPack, requestOf, textOf } from './pack.ts'

/** A repository behind the smart HTTP protocol, version 2. Nothing is stored, and no program runs. */
export type Repository = {
  /** The URL after redirects. */
  readonly url: string
  /** The commit that a branch, a tag or a commit id names. `ref`: undefined for a commit id and the default branch. */
  resolve(ref: string | undefined): Promise<Resolved | SourceRefusal>
  /** The objects of one commit: all of them, or without its files where the server can leave them out. */
  commit(commit: string): Promise<Objects | SourceRefusal>
  /** Files by object id. */
  blobs(ids: readonly string[]): Promise<Objects | SourceRefusal>
}

type Resolved = { readonly ok: true; readonly commit: string; readonly ref: string | undefined }
type Objects = { readonly ok: true; readonly objects: GitObjects }

export const commitId = /^[0-9a-f]{40}$/

const maxPackBytes = 20 * 1024 * 1024
const maxRefsBytes = 2 * 1024 * 1024
const limits = { maxObjects: 100_000, maxBytes: 100 * 1024 * 1024 }

/** Some servers answer programs of git only, and know them by their name. */
const asGit = [
  ['git-protocol', 'version=2'],
  ['user-agent', 'git/travel.aw'],
] as const

/** Asks the server what it can do. */
export async function openRepository(
  url: string,
  download: Download,
): Promise<({ readonly ok: true } & Repository) | SourceRefusal> {
  const service = '/info/refs?service=git-upload-pack'
  const got = await download({ url: url + service, what: 'refs', maxBytes: maxRefsBytes, headers: asGit })
  if (!got.ok) return got
  const lines = await read(got, (packets) => packets.flatMap((packet) => textOf(packet) ?? []))
  if (!lines.ok) return lines
  if (!lines.value.includes('version 2')) return refuse('unsupported', { what: 'git', detail: 'no protocol version 2' })
  const format = lines.value.find((line) => line.startsWith('object-format='))
  if (format !== undefined && format !== 'object-format=sha1')
    return refuse('unsupported', { what: 'git', detail: format })
  const features =
    lines.value
      .find((line) => line.startsWith('fetch='))
      ?.slice('fetch='.length)
      .split(' ') ?? []
  // A renamed repository redirects. The requests that follow go to where it is now.
  const base = got.url.endsWith(service) ? got.url.slice(0, -service.length) : url

  const post = (command: string, args: readonly string[], what: string, maxBytes: number) =>
    download({
      url: `${base}/git-upload-pack`,
      what,
      maxBytes,
      headers: [...asGit, ['content-type', 'application/x-git-upload-pack-request']],
      body: requestOf(command, args),
    })

  async function fetch(ids: readonly string[], args: readonly string[]): Promise<Objects | SourceRefusal> {
    const wants = ids.map((id) => `want ${id}`)
    const answer = await post('fetch', [...wants, 'no-progress', 'ofs-delta', ...args, 'done'], 'pack', maxPackBytes)
    if (!answer.ok) return answer
    const objects = await read(answer, (packets) => readPack(packIn(packets), limits))
    return objects.ok ? { ok: true, objects: objects.value } : objects
  }

  return {
    ok: true,
    url: base,
    async resolve(ref) {
      if (ref !== undefined && commitId.test(ref)) return { ok: true, commit: ref, ref: undefined }
      const names =
        ref === undefined ? ['HEAD'] : ref.startsWith('refs/') ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`]
      const answer = await post('ls-refs', ['peel', ...names.map((name) => `ref-prefix ${name}`)], 'refs', maxRefsBytes)
      if (!answer.ok) return answer
      const found = await read(answer, (packets) => {
        const refs = new Map<string, string>()
        for (const packet of packets) {
          const [, id, name, rest = ''] = /^([0-9a-f]{40}) (\S+)(.*)$/.exec(textOf(packet) ?? '') ?? []
          if (id !== undefined && name !== undefined) refs.set(name, / peeled:([0-9a-f]{40})/.exec(rest)?.[1] ?? id)
        }
        return names.flatMap((name) => refs.get(name) ?? [])[0]
      })
      if (!found.ok) return found
      if (found.value === undefined) return refuse('ref_not_found', { url: shown(url), ref: ref ?? 'HEAD' })
      return { ok: true, commit: found.value, ref }
    },
    async commit(commit) {
      const args = [
        ...(features.includes('shallow') ? ['deepen 1'] : []),
        ...(features.includes('filter') ? ['filter blob:none'] : []),
      ]
      const got = await fetch([commit], args)
      if (!got.ok || got.objects.get(commit)?.type === 'commit') return got
      return refuse('commit_not_found', { url: shown(url), commit })
    },
    blobs: (ids) => fetch(ids, []),
  }
}

type Value<Result> = { readonly ok: true; readonly value: Result }

/** Reads an answer. A server that breaks the protocol, or refuses in its words, is a refusal. */
async function read<Result>(
  { body, url }: Downloaded,
  reader: (packets: ReturnType<typeof packetsOf>) => Result | Promise<Result>,
): Promise<Value<Result> | SourceRefusal> {
  try {
    const packets = packetsOf(body)
    const error = packets.map(textOf).find((text) => text?.startsWith('ERR '))
    if (error !== undefined) return refusedBy(url, error.slice('ERR '.length))
    return { ok: true, value: await reader(packets) }
  } catch (cause) {
    if (cause instanceof ServerError) return refusedBy(url, cause.message)
    if (cause instanceof PackTooLarge) return refuse('too_large', { what: 'repository', limitBytes: limits.maxBytes })
    if (cause instanceof MalformedGit) return refuse('malformed', { what: 'git', detail: cause.message })
    throw cause
  }
}

/** The server's own words in the error channel of an answer. */
class ServerError extends Error {}

function refusedBy(url: string, words: string): SourceRefusal {
  const commit = /(?:not our ref|unknown object|no such object) ([0-9a-f]{40})/.exec(words)?.[1]
  if (commit !== undefined) return refuse('commit_not_found', { url: shown(url), commit })
  return refuse('malformed', { what: 'git', detail: shown(words) })
}

/** The pack of an answer: channel 1 of the packets after the line `packfile`. */
function packIn(packets: ReturnType<typeof packetsOf>): Buffer {
  const start = packets.findIndex((packet) => textOf(packet) === 'packfile')
  if (start < 0) throw new MalformedGit('no pack')
  const parts: Buffer[] = []
  for (const packet of packets.slice(start + 1)) {
    if (packet.kind !== 'line') break
    const content = packet.bytes.subarray(1)
    if (packet.bytes[0] === 1) parts.push(content)
    if (packet.bytes[0] === 3) throw new ServerError(utf8Of(content) ?? '')
  }
  return Buffer.concat(parts)
}
