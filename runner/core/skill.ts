import type { Permissions, RuntimeName, SkillManifest, Step, Tier } from '../contract/manifest.ts'
import type { RuntimeDescriptor } from '../contract/runtimes.ts'
import type { ScriptLanguage } from '../contract/script-language.ts'
import type { Lack } from './lacks.ts'

/** The effective limits of one execution, all of them set. */
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

/** A file from outside the skill that is part of the code: its path and the sha256 (hex) of its content. */
export type PackageFile = { readonly path: string; readonly sha256: string }

/** The executable part of a skill. */
export type SkillProgram =
  /**
   * One text that every runtime of its language can run. JavaScript is an IIFE that assigns the default export to
   * `globalThis.__skill`; Python is a program that passes its function to `travel_skill.run`, or a script. `sourceMap` maps to the author's files; absent for a release loaded from
   * the store. `packages`: the files in the code that are from the skill's own `node_modules`, by their paths inside the
   * skill. Absent: none, or a release from the store.
   */
  | {
      readonly kind: 'bundle'
      readonly language: ScriptLanguage
      readonly code: string
      readonly sourceMap?: string
      readonly packages?: readonly PackageFile[]
    }
  /** An image built from the skill's Dockerfile, in any language. */
  | { readonly kind: 'image' }
  /** No code: the skill is its SKILL.md. */
  | { readonly kind: 'prompt' }
  /** No code: the skill is the steps of its manifest. */
  | { readonly kind: 'steps' }

/** Whether a runtime can run a program. */
export function canRun({ programs, languages }: RuntimeDescriptor, program: SkillProgram): boolean {
  if (program.kind === 'prompt' || !programs.includes(program.kind)) return false
  return program.kind !== 'bundle' || languages.includes(program.language)
}

/**
 * A skill whose manifest passed its checks and whose code, if any, is bundled: ready for the runner to execute.
 * `digest` is the sha256 (hex) over every file.
 */
export type LoadedSkill = {
  readonly manifest: SkillManifest
  readonly tier: Tier
  /** The permissions of the manifest that were approved. */
  readonly approved: Permissions
  readonly digest: string
  readonly program: SkillProgram
  readonly folder: string
  /**
   * Sent by a caller for one run, so it shares no worker and no cache with installed skills. Absent: an installed skill.
   */
  readonly isScript?: true
  /** Read from the store as an installation stored it: neither its manifest nor its tier has changed. Absent: it is not. */
  readonly isInstalled?: true
  /** What a skill with parents is composed of. Absent: it has no parents. */
  readonly mixin?: Mixin
  /** What a skill of steps is composed of. Absent: it has no steps, or is not composed and cannot run. */
  readonly chain?: Chain
}

/** `manifest/compose-skill.ts` says what a skill inherits. */
type Mixin = {
  /** The release of the skill itself, to which its approval belongs. */
  readonly own: LoadedSkill
  /** In the order of the manifest, each with what it inherits itself. */
  readonly parents: readonly LoadedSkill[]
  /** By inherited action: the release that runs it, under the name and the approval of the skill. */
  readonly actions: ReadonlyMap<string, LoadedSkill>
}

/** `manifest/compose-skill.ts` says what a skill of steps gets of its steps. */
export type Chain = {
  /** The release of the skill itself, to which its approval belongs. */
  readonly own: LoadedSkill
  /** In their order, each with the release that runs it. */
  readonly steps: readonly { readonly step: Step; readonly skill: LoadedSkill }[]
}

/** What runs an action of a skill. */
export const releaseOfAction = (skill: LoadedSkill, action: string): LoadedSkill =>
  skill.mixin?.actions.get(action) ?? skill

/** The release that an approval of a skill belongs to. */
export const ownRelease = (skill: LoadedSkill): LoadedSkill => (skill.mixin ?? skill.chain)?.own ?? skill

/**
 * The permissions and limits of one execution: requested ∩ approved ∩ tier ∩ source ∩ configuration. Only
 * `effectivePermissions` creates one, and nothing runs without it.
 */
export type Grant = {
  readonly permissions: Permissions
  readonly limits: ExecutionLimits
  /** The permitted runtimes, preferred first. Empty: the skill cannot run. */
  readonly runtimes: readonly RuntimeName[]
  /** The manifest's permissions. Using one that was not granted is a catchable error. Absent: `permissions`. */
  readonly declared?: Permissions
  /** The declared permissions that were not granted, and the sets that lack them. Absent: none. */
  readonly withheld?: readonly Lack[]
}
