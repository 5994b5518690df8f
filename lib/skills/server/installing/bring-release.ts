import { Provenance, type Tier } from '#runner/contract/manifest.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { asInstalled } from '../registry/origin.ts'
import type { ReleaseStore } from '../registry/release-store.ts'
import type { OperatorSources } from '../sources/operator-sources.ts'
import { parseSource, sourceText } from '../sources/parse-source.ts'
import type { FetchOptions, Sources } from '../sources/source.ts'
import { cannot, type Done } from './install-problem.ts'

/** A skill that was fetched, and stored as a release without any approval. */
export type Brought = {
  readonly skill: LoadedSkill
  readonly source: string
  readonly ref: string | undefined
  readonly commit: string | undefined
  /** The key that signed it. Undefined: unsigned. */
  readonly publisher: string | undefined
  /** Of a lock: the key that updates need, because it signed a release that this one replaced. */
  readonly pinned?: string | undefined
  /** Whom the operator's configuration trusts. Undefined: nobody, or the tier was asked for. */
  readonly trusted?: 'publisher' | 'source' | undefined
}

export type BringPorts = {
  readonly sources: Sources
  readonly operatorSources: OperatorSources
  readonly releases: Pick<ReleaseStore, 'keep' | 'find'>
  readonly projectDir: string
}

/** A step of long work that begins: fetching a source, or checking a skill. */
export type PlanStep =
  | { readonly code: 'fetch'; readonly source: string }
  | { readonly code: 'check'; readonly name: string }
export type HearStep = (step: PlanStep) => void

export type BringRequest = FetchOptions & {
  /** As people write it. */
  readonly source: string
  /** Absent: `verified` if the operator's configuration trusts its publisher or its source, else `untrusted`. */
  readonly tier?: Tier | undefined
  /** The version of a registry, instead of the newest in the source's range. The record has no exact version. */
  readonly version?: string | undefined
  readonly onStep?: HearStep | undefined
}

/** Fetches one skill, reads it and stores its release. Executes nothing of it. */
export async function bringRelease(ports: BringPorts, request: BringRequest): Promise<Done<Brought>> {
  const { sources, operatorSources, releases, projectDir } = ports
  const { tier: asked, version, onStep, ...options } = request
  const parsed = parseSource(request.source, operatorSources.presets)
  if (!parsed.ok) return cannot({ code: 'source_text', reason: parsed.reason })
  const { spec } = parsed
  onStep?.({ code: 'fetch', source: parsed.text })
  const isPinned = spec.kind === 'registry' && version !== undefined
  const fetched = await sources.fetch(isPinned ? { ...spec, range: version } : spec, options)
  if (!fetched.ok) return cannot({ code: 'source', refusal: fetched })
  await using found = fetched
  const { name, ref, commit, publisher } = found
  const range = isPinned && spec.range !== version ? spec.range : undefined
  const source = isPinned ? sourceText({ ...spec, name, range }) : found.source
  // A folder deep in a repository can have a longer address than its record may have.
  if (!Provenance.shape.source.safeParse(source).success) return cannot({ code: 'source_text', reason: 'too_long' })
  const trusted = asked === undefined ? operatorSources.trusts(source, publisher?.key) : undefined
  const tier = asked ?? (trusted === undefined ? 'untrusted' : 'verified')
  const loaded = await loadSkillFolder(found.folder, { tier, name, source, approved: nothing, projectDir })
  if (!loaded.ok) return cannot({ code: 'folder', problems: loaded.problems })
  const skill = asInstalled(loaded.skill)
  if (skill.manifest.name !== name) return cannot({ code: 'other_name', asked: name, found: skill.manifest.name })
  const { version: written } = skill.manifest
  if (found.version !== undefined && found.version !== written) {
    return cannot({ code: 'other_version', name, asked: found.version, found: written })
  }
  await releases.keep(skill)
  const stored = await releases.find(skill.digest)
  if (stored === undefined) return cannot({ code: 'files_missing', name })
  return { ok: true, value: { skill: stored, source, ref, commit, publisher: publisher?.key, trusted } }
}
