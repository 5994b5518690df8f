import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { Found } from './found.ts'
import type { AskedSource, SearchState } from './search-stream.ts'

/**
 * Gives the sources of generated results the name of sample data: no provider is credited with them, or blamed for
 * their absence.
 *
 * @param expected what a source sends whose answer does not say it, if that is known
 */
export function nameSampleSources<Item extends Found>(
  state: SearchState<Item>,
  expected: DataLabel | undefined,
  name: string,
): SearchState<Item> {
  const isSample = ({ progress }: AskedSource<Item>) =>
    ((progress.state === 'answered' ? progress.offers[0]?.data : undefined) ?? expected) === 'sample'
  if (!state.sources.some(isSample)) return state
  return { ...state, sources: state.sources.map((one) => (isSample(one) ? { ...one, provider: name } : one)) }
}
