import { unattendedPrincipalOf } from '#lib/auth/principal.ts'
import { unmixed } from '#lib/skills/provider-policy.ts'
import type { TripSearch } from '#lib/trips/trip-search.ts'
import { type AdmittedExecution, hasCredentials } from '#runner/admit.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { SavedSearchPorts } from './ports.ts'

type Ports = Pick<SavedSearchPorts, 'skills' | 'invoke' | 'turns'>

/** The answers of the sources. `refused`: no source may be called. */
export type Asked =
  | { readonly kind: 'refused' }
  | { readonly kind: 'answered'; readonly outputs: readonly SkillOutput[] }

/** Calls every source that may run without a person, as the search's user with the least trust. */
export async function askSources(
  ports: Ports,
  userId: string,
  search: TripSearch,
  signal: AbortSignal,
): Promise<Asked> {
  const sources = await admitted(ports, unattendedPrincipalOf(userId), search, signal, true)
  if (sources.length === 0) return { kind: 'refused' }
  using _turn = await ports.turns.background(userId, signal)
  const outputs = await Promise.all(sources.map((one) => ports.invoke.answer(one, signal)))
  return { kind: 'answered', outputs }
}

/** The answers that the person just saw on the results page, from the cache. Runs nothing. */
export async function recallSources(
  ports: Pick<Ports, 'skills' | 'invoke'>,
  principal: Principal,
  search: TripSearch,
  signal: AbortSignal,
): Promise<readonly SkillOutput[]> {
  const sources = await admitted(ports, principal, search, signal, false)
  const outputs = await Promise.all(sources.map((one) => ports.invoke.recall(one)))
  return outputs.filter((output) => output !== undefined)
}

async function admitted(
  { skills, invoke }: Pick<Ports, 'skills' | 'invoke'>,
  principal: Principal,
  { capability, inputs }: TripSearch,
  signal: AbortSignal,
  isBackground: boolean,
): Promise<AdmittedExecution[]> {
  const input = inputs.at(-1)
  const offered = await skills.byCapability(capability)
  const checks = await Promise.all(
    offered.map(({ manifest }) => invoke.admit({ skill: manifest.name, input, principal, signal, isBackground })),
  )
  const able = checks.filter((one) => one.kind === 'admitted').filter(hasCredentials)
  return unmixed(able, ({ skill }) => skill.manifest)
}
