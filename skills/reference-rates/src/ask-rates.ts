import type { SkillAnswer, SkillHost } from '#runner/sdk/index.ts'
import { codeOfStatus, done, failed, failureOfRejection, type Outcome } from '#runner/sdk/outcome.ts'
import { readRates } from './read-rates.ts'

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
