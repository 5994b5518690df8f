import { contextOf } from '#lib/platform/server/auth/context.ts'
import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { ReferenceRate } from '#runner/contract/capabilities/reference-rates.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { ExchangeRates } from '../../model/exchange-rates.ts'

type RatesPorts = {
  readonly skills: {
    byCapability(capability: string): Promise<readonly { readonly manifest: { readonly name: string } }[]>
  }
  readonly invoke: (request: Parameters<InvokeSkill>[0]) => ReturnType<InvokeSkill>
  readonly clock: Clock
}

/** The latest rates; `null` if no source has any: then the pages do not compare prices in different currencies. */
export type LatestRates = () => Promise<ExchangeRates | null>

/** How long an answer is cached, even one without rates, because anyone may request rates. */
const keptMs = 60_000
/** The deadline for all sources together. Visitors share the answer, so a closed connection does not cancel it. */
const askingMs = 60_000
/** Older rates are ignored. Banks publish no rates on holidays, of which at most five are consecutive. */
const oldestMs = 7 * 24 * 60 * 60 * 1000

const app = principalFrom('public', appPrincipal)

/** Calls the skills as the app, with the trust of a stranger, once a minute for all visitors. Also caches missing and partial rates. */
export function createLatestRates({ skills, invoke, clock }: RatesPorts): LatestRates {
  let last: { readonly rates: Promise<ExchangeRates | null>; readonly askedAt: number } | undefined

  /**
   * The rates of the first skill, by name, that has some. Never mixes sources: rates of different days or banks
   * disagree.
   */
  async function ask(): Promise<ExchangeRates | null> {
    const signal = AbortSignal.timeout(askingMs)
    const input = { action: 'reference_rates', params: {} }
    for (const { manifest } of await skills.byCapability('C-REFERENCE-RATES')) {
      const invoked = await invoke({ skill: manifest.name, input, ...contextOf(app), signal })
      const rates = invoked.kind === 'answered' ? ratesIn(invoked.output, clock.now()) : undefined
      if (rates !== undefined) return rates
    }
    return null
  }

  return () => {
    const now = clock.monotonic()
    if (last !== undefined && now - last.askedAt < keptMs) return last.rates
    const asked = { rates: ask(), askedAt: now }
    last = asked
    // A failed request is not cached.
    asked.rates.catch(() => {
      if (last === asked) last = undefined
    })
    return asked.rates
  }
}

function ratesIn(output: SkillOutput, now: number): ExchangeRates | undefined {
  if (output.status !== 'success') return undefined
  const { results, metadata } = output
  const all = results.flatMap((result) => ReferenceRate.safeParse(result).data ?? [])
  const [first] = all
  if (first === undefined || Math.abs(now - Date.parse(first.date)) > oldestMs) return undefined
  const { base, date } = first
  const same = all.filter((each) => each.base === base && each.date === date)
  const rates = Object.fromEntries(same.map(({ currency, rate }) => [currency, rate]))
  return {
    base,
    date,
    rates,
    data: metadata.data ?? 'test',
    ...(metadata.source_api ? { source: metadata.source_api } : {}),
  }
}
