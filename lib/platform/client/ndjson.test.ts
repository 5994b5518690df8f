import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { readNdjson } from './ndjson.ts'

/** The bytes of `text`, split at `cuts`, which may fall inside a character. */
function cut(text: string, cuts: number[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const at = [0, ...cuts.map((n) => n % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return new ReadableStream({
    start(controller) {
      for (const [i, from] of at.slice(0, -1).entries()) controller.enqueue(bytes.slice(from, at[i + 1]))
      controller.close()
    },
  })
}

async function collect(stream: ReadableStream<Uint8Array>) {
  const all: unknown[] = []
  for await (const line of readNdjson(stream)) all.push(line)
  return all
}

describe('readNdjson', () => {
  it('yields the same lines however the bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ type: fc.string({ unit: anyCharacter }), n: fc.integer() }), { maxLength: 8 }),
        fc.array(fc.nat(4000), { maxLength: 12 }),
        fc.boolean(),
        async (lines, cuts, endsWithNewline) => {
          const text = lines.map((line) => JSON.stringify(line)).join('\n') + (endsWithNewline ? '\n' : '')
          expect(await collect(cut(text, cuts))).toEqual(lines)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('skips empty lines', async () => {
    expect(await collect(cut('\n{"a":1}\r\n\n{"b":2}\n\n', [3]))).toEqual([{ a: 1 }, { b: 2 }])
  })

  it('throws for a line that is not JSON', async () => {
    await expect(collect(cut('{"a":1}\n<html>', []))).rejects.toThrow(SyntaxError)
  })

  it('ends the stream when the reader stops early', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('{"a":1}\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const _ of readNdjson(stream)) break
    expect(cancelled).toBe(true)
  })
})
