import type * as z from 'zod'
import { sha256OfBytes } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { utf8Of } from '#runner/core/utf8.ts'
import { type AgentSkill, AgentSkillsIndex, agentSkillsPath } from './agent-skills-index.ts'
import type { Files } from './check-entries.ts'
import { skillFoldersIn } from './choose-skill.ts'
import type { Download } from './download.ts'
import { fetchedSkill, offeredSkill } from './fetched-skill.ts'
import { downloadArchive } from './file-sources.ts'
import { isHere, sourceText } from './parse-source.ts'
import type { Fetched, FetchOptions, Listed, SourceSpec } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

const maxIndexBytes = 2 * 1024 * 1024

/** `url`: where the index is after redirects, which its relative addresses start from. */
type DownloadedIndex<Index> = { readonly ok: true; readonly index: Index; readonly url: string }

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

type WellKnownSpec = Extract<SourceSpec, { kind: 'well-known' }>

const maxSkillMdBytes = 1024 * 1024
const maxShown = 20

const readIndex = ({ origin }: WellKnownSpec, download: Download) =>
  downloadIndex(origin + agentSkillsPath, AgentSkillsIndex, download)

export async function listWellKnown(spec: WellKnownSpec, download: Download): Promise<Listed | SourceRefusal> {
  const read = await readIndex(spec, download)
  if (!read.ok) return read
  const offered = read.index.skills.map(({ name, description, digest }) =>
    offeredSkill({ name, description, digest, source: sourceText({ ...spec, name }) }),
  )
  return { ok: true, offered }
}

export async function fetchWellKnown(
  spec: WellKnownSpec,
  { parent, ...options }: Pick<FetchOptions, 'name' | 'digest'> & { readonly parent: string },
  download: Download,
): Promise<Fetched | SourceRefusal> {
  const read = await readIndex(spec, download)
  if (!read.ok) return read
  const skill = chosen(read.index.skills, options.name ?? spec.name)
  if (!skill.ok) return skill
  const { name, digest } = skill.skill
  if (options.digest !== undefined && options.digest !== digest) {
    return refuse('digest_mismatch', { what: name, expected: options.digest, got: digest })
  }
  const got = await filesOf(skill.skill, read, download)
  if (!got.ok) return got
  return await fetchedSkill(parent, got.files, { name, digest, source: sourceText({ ...spec, name }) })
}

function chosen(
  skills: readonly AgentSkill[],
  name: string | undefined,
): { readonly ok: true; readonly skill: AgentSkill } | SourceRefusal {
  const offered = skills.slice(0, maxShown).map((skill) => skill.name)
  const [skill, ...more] = name === undefined ? skills : skills.filter((one) => one.name === name)
  if (skill === undefined)
    return name === undefined ? refuse('no_skill', { what: 'index' }) : refuse('skill_not_found', { name, offered })
  if (more.length === 0) return { ok: true, skill }
  return name === undefined
    ? refuse('name_needed', { offered })
    : refuse('index_field', { field: 'name', detail: `${name} stands twice` })
}

async function filesOf(
  { name, type, url, digest }: AgentSkill,
  index: DownloadedIndex<unknown>,
  download: Download,
): Promise<{ readonly ok: true; readonly files: Files } | SourceRefusal> {
  const file = fileOf(url, index.url)
  if (!file.ok) return file
  if (type === 'archive') return skillIn(await downloadArchive(file.url, download, digest), name)
  if (type !== 'skill-md') return refuse('unsupported', { what: 'index', detail: shown(`type ${type}`) })
  const got = await download({ url: file.url, what: 'SKILL.md', maxBytes: maxSkillMdBytes })
  if (!got.ok) return got
  const found = `sha256:${await sha256OfBytes(got.body)}`
  if (found !== digest) return refuse('digest_mismatch', { what: name, expected: digest, got: found })
  return { ok: true, files: new Map([['SKILL.md', got.body]]) }
}

/** The files of the one skill of an archive. */
export async function skillIn(
  whole: Awaited<ReturnType<typeof downloadArchive>>,
  name: string,
): Promise<{ readonly ok: true; readonly files: Files } | SourceRefusal> {
  if (!whole.ok) return whole
  const [folder, ...more] = skillFoldersIn(whole.paths)
  if (folder === undefined || more.length > 0) return refuse('no_skill', { what: name })
  return await whole.read(folder)
}
