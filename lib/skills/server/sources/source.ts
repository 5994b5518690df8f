import * as z from 'zod'
import type { SourceRefusal } from './source-refusal.ts'

/** Where skills come from, as parsed from the text that people write. `name`: one of several skills. */
export type SourceSpec =
  | { readonly kind: 'folder'; readonly path: string }
  /**
   * `path`: a skill or a collection of skills, empty for the root of the repository. `ref`: a branch, a tag or a commit;
   * undefined is the default branch.
   */
  | {
      readonly kind: 'git'
      readonly url: string
      readonly path: string
      readonly ref: string | undefined
      readonly name: string | undefined
    }
  | { readonly kind: 'archive'; readonly url: string; readonly name: string | undefined }
  /** `origin`: like `https://example.com`, whose `/.well-known/agent-skills/index.json` lists skills. */
  | { readonly kind: 'well-known'; readonly origin: string; readonly name: string | undefined }
  /**
   * `url`: of the index, `https:` or, in a folder of this machine, `file:`. `range`: a range of versions, as npm writes
   * them. Undefined: the newest version.
   */
  | {
      readonly kind: 'registry'
      readonly url: string
      readonly name: string | undefined
      readonly range: string | undefined
    }

/** An ed25519 key (base64url, raw) and its signature (base64url) over the archive's digest. Both were checked. */
export type Publisher = { readonly key: string; readonly signature: string }

/** The skills that one needs: ranges of versions by name. */
type SkillRanges = Readonly<Record<string, string>>

/** One skill that a source offers. These are the source's own words, and no proof of anything. */
export const Offered = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string().optional(),
  /** The canonical text of the source that fetches exactly this skill. */
  source: z.string(),
  /** `sha256:` and 64 hex digits over the archive. Undefined: the source names none. */
  digest: z.string().optional(),
  publisher: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).readonly(),
  conflicts: z.array(z.string()).readonly(),
  author: z.string().optional(),
  categories: z.array(z.string()).readonly(),
  installs: z.number().optional(),
  /** From 0 to 5. */
  rating: z.number().optional(),
})
export type Offered = Readonly<z.infer<typeof Offered>>

/** A skill on this machine, in a private folder that is deleted on dispose. */
export type Fetched = AsyncDisposable & {
  readonly ok: true
  readonly folder: string
  /** The name by which the source offers it. The skill's own manifest may say another. */
  readonly name: string
  /** The canonical text of the source that fetches exactly this skill, without a commit. */
  readonly source: string
  /** Of a git source: the commit (40 hex digits) that the files come from. */
  readonly commit: string | undefined
  /** Of a git source: the branch or tag that was resolved. Undefined: the default branch, or a commit. */
  readonly ref: string | undefined
  /** Of a registry: the version that was chosen. */
  readonly version: string | undefined
  /** `sha256:` and 64 hex digits over the archive. Undefined for folders and git, which have none. */
  readonly digest: string | undefined
  readonly dependencies: SkillRanges
  readonly conflicts: readonly string[]
  /** Undefined: unsigned. */
  readonly publisher: Publisher | undefined
}

export type FetchOptions = {
  /** One skill of a source that offers several. Absent: the name in the source, or its only skill. */
  readonly name?: string
  /** Pins a git source: these files or a refusal. */
  readonly commit?: string
  /** Pins an archive, a well-known source or a registry: these bytes or a refusal. */
  readonly digest?: string
  readonly signal: AbortSignal
}

export type Listed = { readonly ok: true; readonly offered: readonly Offered[] }

/** Brings skills from their sources onto this machine, and executes nothing of them. */
export type Sources = {
  list(spec: SourceSpec, signal: AbortSignal): Promise<Listed | SourceRefusal>
  fetch(spec: SourceSpec, options: FetchOptions): Promise<Fetched | SourceRefusal>
}
