import { contextOf } from '#lib/platform/server/auth/context.ts'
import { unattendedPrincipalOf } from '#lib/platform/server/auth/principal.ts'
import type { SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { unmixed } from '#lib/skills/server/invoking/provider-policy.ts'
import type { SkillManifest } from '#runner/contract/manifest.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import { admittedSources } from '../search/lowest-price.ts'
import type { TripSearch } from '../trips/trip-search.ts'
import { turnKeyOf } from './claim-search.ts'
import type { SavedSearchPorts } from './ports.ts'

type Ports = Pick<SavedSearchPorts, 'skills' | 'invoke' | 'turns' | 'limitKeyOf'>

/** The answers of the sources. `refused`: no source may be called. */
export type SourceAnswers =
  | { readonly kind: 'refused' }
  | { readonly kind: 'answered'; readonly outputs: readonly SkillOutput[] }

/** Calls every source that may run without a person, as the search's user with the least trust. */
export async function runSources(
  ports: Ports,
  row: Pick<SavedSearch, 'userId' | 'turnKey'>,
  search: TripSearch,
  signal: AbortSignal,
): Promise<SourceAnswers> {
  const limitKey = ports.limitKeyOf(turnKeyOf(row))
  const options = { signal, limitKey, isBackground: true }
  const able = await admitted(ports, unattendedPrincipalOf(row.userId), search, options)
  const sources = unmixed(able, manifestOf)
  if (sources.length === 0) return { kind: 'refused' }
  using _turn = await ports.turns.background(limitKey, signal)
  const outputs = await Promise.all(sources.map((one) => ports.invoke.answer(one, signal)))
  return { kind: 'answered', outputs }
}

/** The sources whose prices a saved search compares. */
export type Watched = {
  /** Empty only if no source can answer the search at all. */
  readonly manifests: readonly SkillManifest[]
  /** Whether the app may repeat the search. If not, the prices come from the searches that the person makes. */
  readonly isRepeated: boolean
  /** The other sources: those that answer only people, while others may answer the app. */
  readonly leftOut: readonly SkillManifest[]
}

/**
 * The sources whose prices count for a saved search: those that `runSources` calls, so that prices from the person's own
 * searches and from the app's are about the same sources. If it may call none, all sources that answer people.
 */
export async function watchedSources(
  ports: Pick<Ports, 'skills' | 'invoke'>,
  userId: string,
  search: TripSearch,
): Promise<Watched> {
  const { signal } = new AbortController()
  const able = await admitted(ports, unattendedPrincipalOf(userId), search, { signal, isBackground: false })
  const manifests = able.map(manifestOf)
  const servesOnlyPeople = ({ policy }: SkillManifest) => policy.user_initiated
  const isItself = (manifest: SkillManifest) => manifest
  const all = unmixed(manifests, isItself)
  const repeated = unmixed(
    manifests.filter((manifest) => !servesOnlyPeople(manifest)),
    isItself,
  )
  if (repeated.length === 0) return { manifests: all, isRepeated: false, leftOut: [] }
  return { manifests: repeated, isRepeated: true, leftOut: all.filter(servesOnlyPeople) }
}

/** The cached answers of some of the sources, as the person just saw them on the results page. Runs nothing. */
export async function recallSources(
  ports: Pick<Ports, 'skills' | 'invoke'>,
  principal: Principal,
  search: TripSearch,
  { names, signal }: { readonly names: ReadonlySet<string>; readonly signal: AbortSignal },
): Promise<readonly SkillOutput[]> {
  const able = await admitted(ports, principal, search, { signal, isBackground: false })
  const sources = able.filter((one) => names.has(manifestOf(one).name))
  const outputs = await Promise.all(sources.map((one) => ports.invoke.recall(one)))
  return outputs.filter((output) => output !== undefined)
}

const admitted = (
  ports: Pick<Ports, 'skills' | 'invoke'>,
  principal: Principal,
  { capability, inputs }: TripSearch,
  options: { readonly signal: AbortSignal; readonly isBackground: boolean; readonly limitKey?: string },
): Promise<AdmittedExecution[]> =>
  admittedSources(ports, capability, { input: inputs.at(-1), ...contextOf(principal), ...options })

const manifestOf = ({ skill }: AdmittedExecution): SkillManifest => skill.manifest
