import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { sha256 } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { OperatorSources } from '../sources/operator-sources.ts'
import { parseSource } from '../sources/parse-source.ts'
import { Offered, type Sources } from '../sources/source.ts'
import type { SourceRefusal } from '../sources/source-refusal.ts'

/** What a source offers. `refusal`: it could not be asked, and `offered` is what it offered `ageMs` ago. */
export type Shelf = {
  readonly source: string
  readonly offered: readonly Offered[]
  readonly ageMs: number
  readonly refusal: SourceRefusal | undefined
}

type SearchPorts = {
  readonly sources: Pick<Sources, 'list'>
  readonly operatorSources: Pick<OperatorSources, 'presets'>
  readonly cacheDir: string
  readonly clock: Pick<Clock, 'now'>
}

/** The answer of a source in the cache. The texts are as little trusted as those of the source. */
const Kept = z.object({ at: z.number(), offered: z.array(Offered) })

/** Asks a source for what it offers. Offline, answers with what it offered before, if it was asked before. */
export async function shelfOf(
  { sources, operatorSources, cacheDir, clock }: SearchPorts,
  source: string,
  signal: AbortSignal,
): Promise<Shelf | undefined> {
  const parsed = parseSource(source, operatorSources.presets)
  if (!parsed.ok) return undefined
  const file = join(cacheDir, `${sha256(parsed.text)}.json`)
  const listed = await sources.list(parsed.spec, signal)
  const now = clock.now()
  if (listed.ok) {
    await mkdir(cacheDir, { recursive: true })
    await writeFile(file, JSON.stringify({ at: now, offered: listed.offered }))
    return { source: parsed.text, offered: listed.offered, ageMs: 0, refusal: undefined }
  }
  const kept = Kept.safeParse(jsonOrNot(await readFile(file, 'utf8').catch(() => '')))
  const { at = now, offered = [] } = kept.success ? kept.data : {}
  return { source: parsed.text, offered, ageMs: Math.max(0, now - at), refusal: listed }
}
