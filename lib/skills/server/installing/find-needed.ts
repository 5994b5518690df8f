import { posix } from 'node:path'
import type { Related } from '../registry/relations.ts'
import { parseSource } from '../sources/parse-source.ts'
import type { Offered, SourceSpec, Sources } from '../sources/source.ts'
import type { Brought } from './bring-release.ts'
import { cannot, type Done } from './install-problem.ts'
import { resolve } from './resolve.ts'

/** Fetches exactly this version. The record of a registry keeps no version, so that an update finds newer ones. */
export type Bring = (offer: Pick<Offered, 'source' | 'name' | 'version'>) => Promise<Done<Brought>>

type NeededPorts = {
  readonly here: ReadonlyMap<string, Related>
  readonly sources: Pick<Sources, 'list'>
  readonly bring: Bring
  readonly signal: AbortSignal
}

/** Each round fetches at least one skill, and no honest skill needs so many. */
const maxRounds = 32

/**
 * The asked skill and those that it needs and that are not here, each after what it needs. Looks for them in the same
 * source. Chooses by what the source says of its versions, then fetches the chosen ones and chooses again by what their
 * manifests say, until both agree.
 */
export async function findNeeded(asked: Brought, ports: NeededPorts): Promise<Done<readonly Brought[]>> {
  const { here, sources, bring, signal } = ports
  const { manifest } = asked.skill
  const brought = new Map<Related, Brought>([[manifest, asked]])
  /** By name: what the source says, replaced by the manifest of each version that was fetched. */
  const offered = new Map<string, Related[]>()
  /** The source of each version that was not fetched. */
  const untried = new Map<Related, Offered>()
  let everything: readonly Offered[] | undefined
  let fetches = 0
  const fetchOnce: Bring = async (offer) => {
    fetches += 1
    return fetches > maxRounds
      ? cannot({ code: 'relations', name: manifest.name, problem: { code: 'too_many', tried: maxRounds } })
      : bring(offer)
  }

  for (let round = 0; round < maxRounds; round += 1) {
    const resolution = resolve(manifest, { here, offered })
    if (resolution.ok) {
      const next = resolution.skills.find((skill) => untried.has(skill))
      const offer = next && untried.get(next)
      if (!(next && offer)) return { ok: true, value: resolution.skills.flatMap((skill) => brought.get(skill) ?? []) }
      const fetched = await fetchOnce(offer)
      if (!fetched.ok) return fetched
      const truth = fetched.value.skill.manifest
      untried.delete(next)
      brought.set(truth, fetched.value)
      offered.set(
        next.name,
        (offered.get(next.name) ?? []).map((one) => (one === next ? truth : one)),
      )
      continue
    }
    const { problem } = resolution
    const missing =
      problem.code === 'relation' && problem.problem.code === 'missing' ? problem.problem.other : undefined
    if (missing === undefined || offered.has(missing)) {
      return cannot({ code: 'relations', name: manifest.name, problem })
    }
    if (everything === undefined) {
      const around = collectionOf(asked.source)
      const listed = around && (await sources.list(around, signal))
      if (listed?.ok === false) return cannot({ code: 'source', refusal: listed })
      everything = listed?.offered ?? []
    }
    const versions: Related[] = []
    for (const offer of everything.filter(({ name }) => name === missing)) {
      const { name, version, dependencies, conflicts } = offer
      // Without a version in the source's own words, only its manifest says it.
      const stated = { name, version: version ?? '', dependencies, parents: [], conflicts_with: [...conflicts] }
      if (version !== undefined) {
        versions.push(stated)
        untried.set(stated, offer)
        continue
      }
      const fetched = await fetchOnce(offer)
      if (!fetched.ok) return fetched
      versions.push(fetched.value.skill.manifest)
      brought.set(fetched.value.skill.manifest, fetched.value)
    }
    offered.set(missing, versions)
  }
  return cannot({ code: 'relations', name: manifest.name, problem: { code: 'too_many', tried: maxRounds } })
}

/** The collection in which a skill stands. Undefined: it stands alone. */
export function collectionOf(source: string): SourceSpec | undefined {
  const parsed = parseSource(source)
  if (!parsed.ok) return undefined
  const { spec } = parsed
  switch (spec.kind) {
    case 'folder':
      return { ...spec, path: posix.dirname(spec.path) }
    case 'git':
      if (spec.name !== undefined) return { ...spec, name: undefined }
      return spec.path === '' ? undefined : { ...spec, path: posix.dirname(spec.path).replace(/^\.$/, '') }
    case 'archive':
      return undefined
    case 'well-known':
      return { ...spec, name: undefined }
    case 'registry':
      return { ...spec, name: undefined, range: undefined }
  }
}
