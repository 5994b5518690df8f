import type { Permissions, SkillManifest, Tier } from './contract/manifest.ts'

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

/**
 * A skill that passed its manifest check and whose code is bundled: what the runner can execute. `code` is an
 * IIFE that leaves the default export in `globalThis.__skill`; `digest` is the sha256 (hex) over every file.
 */
export type LoadedSkill = {
  readonly manifest: SkillManifest
  readonly tier: Tier
  /** What was approved of the manifest's permissions. */
  readonly approved: Permissions
  readonly digest: string
  readonly code: string
  readonly folder: string
}

/**
 * What one execution may do: requested ∩ approved ∩ tier ∩ source. Only `effectivePermissions` makes one, and
 * nothing runs without it.
 */
export type Grant = {
  readonly permissions: Permissions
  readonly limits: ExecutionLimits
}
