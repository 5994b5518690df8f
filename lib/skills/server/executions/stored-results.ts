import * as z from 'zod'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import { largePieces } from '#lib/platform/server/db/storable.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { sha256OfBytes } from '#runner/core/hash.ts'
import type { AnswerStore } from '#runner/core/ports.ts'
import { maxStoredBytes } from '#runner/journal/recorder.ts'
import { getAnswers } from './answer-store.ts'

/** Shorter results stay in the row of their execution. In bytes. */
const inlineBytes = 4096

/** An output as its row has it: without its results if these are in the answer store. */
type StoredOutput = { readonly output: SkillOutput; readonly resultsHash: string | null }

/**
 * Moves large results of a search to the answer store, which has equal ones once, compressed. The output names them by
 * their hash, so that its seal covers them. The report of a script stays in its row.
 */
export async function keepResults(answers: Pick<AnswerStore, 'put'>, output: SkillOutput): Promise<StoredOutput> {
  const inRow = { output, resultsHash: null }
  if (output.status !== 'success' || output.script !== undefined) return inRow
  const pieces = (await largePieces(output.results)) ?? [JSON.stringify(output.results)]
  const bytes = Buffer.from(pieces.join(''))
  if (bytes.length <= inlineBytes || bytes.length > maxStoredBytes) return inRow
  const resultsHash = await sha256OfBytes(bytes)
  await answers.put(resultsHash, bytes)
  return { output: Object.assign({ ...output, results: [] }, { results_hash: resultsHash }), resultsHash }
}

const WithoutResults = z.looseObject({ results_hash: z.string() })

/** The output of a row with its results. Undefined: they are no longer stored, or are not those that it names. */
export async function wholeOutput(sql: Pick<Statements, '$queryRaw'>, stored: unknown): Promise<unknown> {
  const parsed = WithoutResults.safeParse(stored)
  if (!parsed.success) return stored
  const { results_hash: hash, ...output } = parsed.data
  const bytes = (await getAnswers(sql, [hash])).get(hash)
  if (bytes === undefined || (await sha256OfBytes(bytes)) !== hash) return undefined
  return { ...output, results: JSON.parse(Buffer.from(bytes).toString('utf8')) }
}
