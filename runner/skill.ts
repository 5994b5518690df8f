import type { Permissions, RuntimeName, SkillManifest, Tier } from './contract/manifest.ts'

/** Effective limits of one execution; every one is set. */
export type ExecutionLimits = {
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly cpus: number
  /** In units of 1,000,000 metered instructions. */
  readonly fuel: number
  readonly outputKb: number
  readonly hostCalls: number
  readonly hostCallsInFlight: number
  readonly responseKb: number
}

/** What of a skill runs. */
export type SkillProgram =
  /** `code` is an IIFE that leaves the default export in `globalThis.__skill`. Every runtime for JavaScript has it. */
  | { readonly kind: 'bundle'; readonly code: string }
  /** An image that its Dockerfile makes, in any language. */
  | { readonly kind: 'image' }
  /** Nothing: it is its SKILL.md. */
  | { readonly kind: 'prompt' }

/**
 * A skill that passed its manifest check and whose code, where it has some for us, is bundled: what the runner can
 * execute. `digest` is the sha256 (hex) over every file.
 */
export type LoadedSkill = {
  readonly manifest: SkillManifest
  readonly tier: Tier
  /** What was approved of the manifest's permissions. */
  readonly approved: Permissions
  readonly digest: string
  readonly program: SkillProgram
  readonly folder: string
}

/** The code of a skill that is known to be bundled. Throws for any other. */
export function bundleCodeOf({ manifest, program }: LoadedSkill): string {
  if (program.kind === 'bundle') return program.code
  throw new TypeError(`${manifest.name} has no bundle`)
}

/**
 * What one execution may do: requested ∩ approved ∩ tier ∩ source. Only `effectivePermissions` makes one, and
 * nothing runs without it.
 */
export type Grant = {
  readonly permissions: Permissions
  readonly limits: ExecutionLimits
  /** Those that it may run in, the preferred first. None: it runs nowhere. */
  readonly runtimes: readonly RuntimeName[]
}
