import type { ReferenceRate } from '#runner/contract/capabilities/reference-rates.ts'
import type { SkillAnswer, SkillHost } from '#runner/sdk/index.ts'
import { codeOfStatus, done, failed, failureOfRejection, type Outcome } from '#runner/sdk/outcome.ts'

const source = 'www.ecb.europa.eu'
const address = `https://${source}/stats/eurofxref/eurofxref-daily.xml`

/** The bank's latest rates. */
export async function askRates(host: Pick<SkillHost, 'fetch'>): Promise<Outcome<SkillAnswer>> {
  try {
    const response = await host.fetch(address, { headers: { accept: 'application/xml, text/xml' } })
    if (response.status !== 200) {
      return failed(codeOfStatus(response.status, false), `status ${response.status}`)
    }
    const { results, isComplete } = readRates(await response.text())
    if (results.length === 0) return failed('API_UNAVAILABLE', 'the answer has no dated rates')
    return done({ results, metadata: { source_api: source, partial: !isComplete } })
  } catch (error) {
    return failureOfRejection(error)
  }
}

const dayOf = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/
const entries = /<Cube\s+currency=['"]([^'"<>]{0,20})['"]\s+rate=['"]([^'"<>]{0,30})['"]/g
const code = /^[A-Z]{3}$/
const decimal = /^\d{1,9}(?:\.\d{1,9})?$/
/** The bank publishes about thirty rates. */
const maxRates = 200

/**
 * The rates in the bank's XML, by currency, each currency once. The format is a flat list of
 * `<Cube currency='USD' rate='1.15'/>` in one `<Cube time='2026-11-19'>`; everything else is ignored. Empty without a
 * day.
 */
export function readRates(xml: string): { results: ReferenceRate[]; isComplete: boolean } {
  const date = dayOf.exec(xml)?.[1]
  if (date === undefined || Number.isNaN(Date.parse(date))) return { results: [], isComplete: false }
  const rates = new Map<string, number>()
  let isComplete = true
  for (const [, currency = '', text = ''] of xml.matchAll(entries)) {
    const rate = decimal.test(text) ? Number(text) : 0
    if (!code.test(currency) || rate <= 0 || rates.has(currency) || rates.size >= maxRates) isComplete = false
    else rates.set(currency, rate)
  }
  const results = [...rates].map(([currency, rate]) => ({ base: 'EUR', currency, rate, date }))
  return { results: results.sort((a, b) => (a.currency < b.currency ? -1 : 1)), isComplete }
}
