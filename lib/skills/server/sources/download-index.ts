import type * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { utf8Of } from '#runner/core/utf8.ts'
import type { Download } from './download.ts'
import { isHere } from './parse-source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

const maxIndexBytes = 2 * 1024 * 1024

/** `url`: where the index is after redirects, which its relative addresses start from. */
export type DownloadedIndex<Index> = { readonly ok: true; readonly index: Index; readonly url: string }

/** Downloads an index and checks it with its schema. */
export async function downloadIndex<Index>(
  url: string,
  schema: z.ZodType<Index>,
  download: Download,
): Promise<DownloadedIndex<Index> | SourceRefusal> {
  const got = await download({ url, what: 'index', maxBytes: maxIndexBytes, headers: [['accept', 'application/json']] })
  if (!got.ok) return got
  const text = utf8Of(got.body)
  const json = text === undefined ? undefined : jsonOrNot(text)
  if (json === undefined) return refuse('malformed', { what: 'index', detail: 'not JSON' })
  const checked = schema.safeParse(json)
  if (checked.success) return { ok: true, index: checked.data, url: got.url }
  const [issue] = checked.error.issues
  const field = shown(issue?.path.map(String).join('.') ?? '')
  return refuse('index_field', { field, detail: shown(issue?.message ?? '') })
}

/**
 * The address of a file that an index names. It must be on the index's own host: an index that points elsewhere would
 * make this machine ask any host that its author likes. The host itself may still redirect, as for any download. On this
 * machine, it must be below the folder of the index.
 */
export function fileOf(url: string, index: string): { readonly ok: true; readonly url: string } | SourceRefusal {
  if (!URL.canParse(url, index)) return refuse('index_field', { field: 'url', detail: shown(url) })
  const file = new URL(url, index)
  const { host } = new URL(index)
  const isLocal = isHere(index)
  if (file.host !== host || file.protocol !== (isLocal ? 'file:' : 'https:')) {
    return refuse('other_host', { host: host || 'this machine', url: shown(file.href) })
  }
  if (isLocal && !file.href.startsWith(new URL('.', index).href)) {
    return refuse('entry', { entry: shown(url), problem: 'outside' })
  }
  file.hash = ''
  return { ok: true, url: file.href }
}
