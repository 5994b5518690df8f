import { sha256OfBytes } from '#runner/core/hash.ts'
import { type AgentSkill, AgentSkillsIndex, agentSkillsPath } from './agent-skills-index.ts'
import type { Files } from './check-entries.ts'
import { skillFoldersIn } from './choose-skill.ts'
import type { Download } from './download.ts'
import { type DownloadedIndex, downloadIndex, fileOf } from './download-index.ts'
import { fetchedSkill, offeredSkill } from './fetched-skill.ts'
import { downloadArchive } from './file-sources.ts'
import { sourceText } from './parse-source.ts'
import type { Fetched, FetchOptions, Listed, SourceSpec } from './source.ts'
import { refuse, type SourceRefusal, shown } from './source-refusal.ts'

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
