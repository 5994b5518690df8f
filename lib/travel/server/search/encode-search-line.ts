import * as z from 'zod'
import { type Chunk, KeptBytes } from '#lib/platform/server/http/gzip-stream.ts'
import { ToldOutput, toldOutput } from '#lib/skills/server/invoking/skill-answer.ts'
import { SearchLine } from '#runner/contract/stream.ts'

const [sources, answer, done] = SearchLine.options

/** A line as `encodeSearchLine` tells it. */
export const ToldLine = z.discriminatedUnion('type', [sources, answer.extend({ output: ToldOutput }), done])

const encoder = new TextEncoder()
const theEnd = encoder.encode('}}\n')

/** The encoded results of earlier lines. A cached answer has one immutable list for all requests. */
const known = new WeakMap<readonly unknown[], KeptBytes>()

/**
 * A line of a streamed search as JSON, with its line end. The results are nearly all of an answer, so they are encoded
 * only once while the answer is cached.
 */
export function encodeSearchLine(line: SearchLine): readonly Chunk[] {
  if (line.type !== 'answer') return [lineOf(line)]
  if (line.output.status !== 'success') return [lineOf({ ...line, output: toldOutput(line.output) })]
  const { results, ...rest } = line.output
  const beforeTheEnd = JSON.stringify({ ...line, output: rest }).slice(0, -'}}'.length)
  return [encoder.encode(`${beforeTheEnd},"results":`), bytesOf(results), theEnd]
}

const lineOf = (line: object) => encoder.encode(`${JSON.stringify(line)}\n`)

function bytesOf(results: readonly unknown[]): KeptBytes {
  const kept = known.get(results)
  if (kept) return kept
  const bytes = new KeptBytes(encoder.encode(JSON.stringify(results)))
  known.set(results, bytes)
  return bytes
}
