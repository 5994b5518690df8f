import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sha256 } from '#runner/core/hash.ts'
import { sourceText } from '../../sources/parse-source.ts'
import type { Fetched, Offered, Publisher, SourceSpec, Sources } from '../../sources/source.ts'
import { refuse } from '../../sources/source-refusal.ts'

type Files = Readonly<Record<string, string>>
type Stored = { readonly files: Files; readonly version: string; readonly fields: Partial<Offered>; key?: string }

/** A source in memory, in which a test puts skills and changes them. Its address is `shelf`. */
export type Shelf = Sources & {
  put(name: string, version: string, files: Files, fields?: Partial<Offered> & { readonly key?: string }): void
  fetches(): number
}

export const shelf = 'registry:https://skills.example.com/index.json'

export function createShelf(): Shelf {
  const stored = new Map<string, Stored[]>()
  let fetches = 0
  const textOf = (spec: SourceSpec, name: string) =>
    spec.kind === 'registry' ? sourceText({ ...spec, name, range: undefined }) : sourceText(spec)

  return {
    fetches: () => fetches,
    put(name, version, files, { key, ...fields } = {}) {
      const others = (stored.get(name) ?? []).filter((one) => one.version !== version)
      stored.set(name, [{ files, version, fields, ...(key !== undefined && { key }) }, ...others])
    },
    async list(spec) {
      const offered = [...stored].flatMap(([name, versions]) =>
        versions.map(({ version, fields }): Offered => {
          const source = spec.kind === 'registry' ? sourceText({ ...spec, name, range: version }) : sourceText(spec)
          const unknown = { digest: undefined, publisher: undefined, author: undefined, categories: [] }
          const counts = { installs: undefined, rating: undefined }
          return {
            name,
            description: '',
            version,
            source,
            dependencies: {},
            conflicts: [],
            ...unknown,
            ...counts,
            ...fields,
          }
        }),
      )
      return { ok: true, offered }
    },
    async fetch(spec, { name: asked }) {
      fetches += 1
      const name = asked ?? (spec.kind === 'registry' ? spec.name : undefined) ?? ''
      const range = spec.kind === 'registry' ? spec.range : undefined
      const versions = stored.get(name) ?? []
      const found = range === undefined ? versions[0] : versions.find(({ version }) => version === range)
      if (found === undefined) return refuse('skill_not_found', { name, offered: [...stored.keys()] })
      const folder = await mkdtemp(join(tmpdir(), 'travel-shelf-'))
      for (const [path, text] of Object.entries(found.files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true })
        await writeFile(join(folder, path), text)
      }
      const publisher: Publisher | undefined = found.key === undefined ? undefined : { key: found.key, signature: '' }
      const fetched: Fetched = {
        ok: true,
        folder,
        name,
        source: textOf(spec, name),
        commit: undefined,
        ref: undefined,
        version: found.version,
        digest: `sha256:${sha256(JSON.stringify(found.files))}`,
        dependencies: {},
        conflicts: [],
        publisher,
        [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
      }
      return fetched
    },
  }
}
