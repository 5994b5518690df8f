import type { ErrorCode } from '#runner/contract/errors.ts'
import { isUnreadable, type SkillOutput } from '#runner/contract/skill-io.ts'
import { tripSearch } from '../trips/trip-search.ts'
import { type ClaimedSearch, claimSearch } from './claim-search.ts'
import type { SearchSources } from './compared-sources.ts'
import { lowestPrices } from './lowest-prices.ts'
import type { SavedSearchPorts } from './ports.ts'
import { type RunResult, recordRun } from './record-run.ts'
import { runSources, type SourceAnswers } from './run-sources.ts'

/** The maximum duration of a run. */
const runMs = 2 * 60_000

/**
 * Runs a saved search if it is due, or one that is due before it, records its prices and alerts, and schedules the next run. Only one process runs a
 * search at a time.
 *
 * @throws the reason of `stopping` if it aborts first; then the search stays due
 */
export async function runSearch(ports: SavedSearchPorts, id: string, stopping?: AbortSignal): Promise<void> {
  const claimed = await claimSearch(ports, id)
  if (claimed === undefined) return
  const limit = AbortSignal.timeout(runMs)
  const signal = stopping === undefined ? limit : AbortSignal.any([limit, stopping])
  const result = await run(ports, claimed, signal).catch((cause: unknown): RunResult => {
    if (!signal.aborted) ports.log.error('a saved search failed', { search: claimed.id, cause })
    return { outcome: 'failed', errorCode: signal.aborted ? 'TIMEOUT' : 'INTERNAL' }
  })
  if (stopping?.aborted) {
    const { claimedUntil } = claimed
    await ports.db.savedSearch.updateMany({ where: { id: claimed.id, claimedUntil }, data: { claimedUntil: null } })
    throw stopping.reason
  }
  await recordRun(ports, claimed, result)
}

async function run(ports: SavedSearchPorts, row: ClaimedSearch, signal: AbortSignal): Promise<RunResult> {
  const search = tripSearch(row, ports.places, ports.clock.now())
  if (!search.ok) return { outcome: 'past' }
  return resultOf(row, await runSources(ports, row, search.value, signal), ports.places)
}

function resultOf(row: ClaimedSearch, answers: SourceAnswers, places: SavedSearchPorts['places']): RunResult {
  if (answers.kind === 'refused') return { outcome: 'refused' }
  const { points, isOtherCurrency, isWithoutChildren, isBagsUnknown } = lowestPrices(row, answers.outputs, places)
  const errorCode = answers.outputs.map(codeOf).find((code) => code !== undefined)
  // If a source fails and the data is of another kind than before, it comes from another source. Its prices cannot be
  // compared with the earlier ones.
  const isReplaced = errorCode !== undefined && row.data !== null && points.some(({ data }) => data !== row.data)
  if (points.length > 0 && !isReplaced) {
    const isPartial = answers.outputs.some((output) => output.status === 'success' && output.metadata.partial)
    const missing = errorCode !== undefined ? 'source' : isPartial ? 'offers' : 'nothing'
    return { outcome: 'priced', points, missing, sources: searchSources(answers.outputs) }
  }
  if (errorCode !== undefined) return { outcome: 'failed', errorCode }
  if (isWithoutChildren) return { outcome: 'without_children' }
  if (isBagsUnknown) return { outcome: 'bags_unknown' }
  return { outcome: isOtherCurrency ? 'other_currency' : 'none' }
}

const searchSources = (outputs: readonly SkillOutput[]): SearchSources => ({
  asked: outputs.map(({ skill }) => skill),
  answered: outputs.filter((output) => codeOf(output) === undefined).map(({ skill }) => skill),
})

function codeOf(output: SkillOutput): ErrorCode | undefined {
  if (output.status === 'success') return isUnreadable(output) ? 'INVALID_OUTPUT' : undefined
  return output.status === 'error' ? output.error.code : 'CONFIRMATION_REQUIRED'
}
