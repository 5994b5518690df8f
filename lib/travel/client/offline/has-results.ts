import { linesOf, readNdjson } from '#lib/platform/client/ndjson.ts'
import { isSearchLine } from '../../model/generated/search-line.ts'

/** Whether a search's answer of this content type contains a result from any source. */
export async function hasResults(answer: Blob, type: string | null): Promise<boolean> {
  for await (const line of readNdjson(linesOf(answer.stream(), type))) {
    if (
      isSearchLine(line) &&
      line.type === 'answer' &&
      line.output.status === 'success' &&
      line.output.results.length > 0
    ) {
      return true
    }
  }
  return false
}
