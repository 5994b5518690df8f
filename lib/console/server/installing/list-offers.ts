import { rcompare } from 'semver'
import { type Outcome, refuseField } from '#lib/platform/server/http/outcome.ts'
import { collectionOf } from '#lib/skills/server/installing/find-needed.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import { placeOf } from '#lib/skills/server/installing/plan-install.ts'
import { isProjectSource } from '#lib/skills/server/registry/origin.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { parseSource, sourceText } from '#lib/skills/server/sources/parse-source.ts'
import type { Offered } from '#lib/skills/server/sources/source.ts'
import { shown, sourceTextWords, sourceWords } from '#lib/skills/server/sources/source-refusal.ts'
import type { ConsoleOffer, SkillSources, SourceOffers } from '../../model/console-install.ts'

/** The preset and added sources and those of the installed skills, and the skills that are here. */
export async function listSources({
  skills,
  installer,
}: {
  readonly skills: Pick<Registry, 'all'>
  readonly installer: Pick<Installer, 'searched'>
}): Promise<SkillSources> {
  const here = (await skills.all()).map(({ skill: { manifest, tier } }) => {
    const { name, version, provenance } = manifest
    return { name, version, tier, place: isProjectSource(provenance.source) ? null : placeOf(provenance.source) }
  })
  // The folder beside an installed folder can be anything, such as a home folder.
  const used = here.flatMap(({ place }) => {
    const around = place === null ? undefined : collectionOf(place)
    return around === undefined || around.kind === 'folder' ? [] : [sourceText(around)]
  })
  return { sources: [...new Set([...installer.searched, ...used])], here }
}

/** What one source offers, each skill once. Offline: what it offered before. */
export async function listOffers(
  { installer }: { readonly installer: Pick<Installer, 'shelf'> },
  source: string,
  signal: AbortSignal,
): Promise<Outcome<SourceOffers>> {
  const parsed = parseSource(source)
  if (!parsed.ok) {
    const { message, remedy } = sourceTextWords(parsed.reason)
    return refuseField('source', `${message} ${remedy}`)
  }
  const shelf = await installer.shelf(parsed.text, signal)
  const { offered = [], ageMs = 0, refusal } = shelf ?? {}
  const problem = refusal && sourceWords(refusal)
  return {
    ok: true,
    value: {
      source: parsed.text,
      offers: [...Map.groupBy(offered, (one) => `${one.name} ${sourceOf(one)}`).values()].map(offerView),
      age_ms: ageMs,
      problem: problem ? `${problem.message} ${problem.remedy}` : null,
    },
  }
}

/** Without the version of a registry, so that an update finds newer ones. */
function sourceOf({ source }: Offered): string {
  const parsed = parseSource(source)
  return parsed.ok && parsed.spec.kind === 'registry' ? sourceText({ ...parsed.spec, range: undefined }) : source
}

/** `versions`: of one skill, at least one. */
function offerView(versions: readonly Offered[]): ConsoleOffer {
  const known = versions.flatMap(({ version }) => (version === undefined ? [] : [version])).sort(rcompare)
  const newest = versions.find(({ version }) => version === known[0]) ?? versions[0]
  if (newest === undefined) throw new TypeError('an offer has no version')
  const source = sourceOf(newest)
  return {
    name: shown(newest.name),
    description: shown(newest.description, 1_024),
    author: newest.author === undefined ? null : shown(newest.author),
    versions: known,
    source,
    place: placeOf(source),
    is_signed: newest.publisher !== undefined,
    categories: newest.categories.map((one) => shown(one)),
    installs: newest.installs ?? null,
    rating: newest.rating ?? null,
  }
}
