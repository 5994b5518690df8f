import type { RuntimeName, Tier } from './manifest.ts'
import type { ScriptLanguage } from './script-language.ts'

/** A runtime as the platform knows it without starting it. Everything that depends on a runtime reads this. */
export type RuntimeDescriptor = {
  readonly name: RuntimeName
  /** `planned`: manifests may name it, but nothing starts it, and messages do not suggest it. */
  readonly start: 'in this process' | 'on an engine' | 'planned'
  /** What the operator has to provide, as messages name it. Absent: nothing. */
  readonly needs?: string
  /** What the operator does to provide it, as an imperative. Absent: nothing. */
  readonly remedy?: string
  /** The languages of the bundles that it runs. */
  readonly languages: readonly ScriptLanguage[]
  /** The languages of the scripts that it runs. Absent: all its languages. */
  readonly scripts?: readonly ScriptLanguage[]
  readonly programs: readonly ('bundle' | 'image' | 'component' | 'steps')[]
  /** The tiers whose skills may run in it. */
  readonly tiers: readonly Tier[]
  /** How requests leave, the preferred way first. */
  readonly egress: readonly ('host call' | 'socket' | 'bridge')[]
  /** Whether an execution that waits for an outside answer can be released and run again later. */
  readonly suspends: boolean
  /** `fuel`: whether it counts instructions; otherwise only time ends a computation. `memoryMb`: its own bound. */
  readonly limits: { readonly fuel: boolean; readonly memoryMb?: number }
  /**
   * The languages whose programs may make other host calls when they run again with the same answers, because their
   * threads run in any order. In any other language, a divergence is a fault of the platform.
   */
  readonly mayDiverge: readonly ScriptLanguage[]
}

/** Not for untrusted code: an exploit of its engine would compromise this process. */
export const quickjs = {
  name: 'quickjs',
  start: 'in this process',
  languages: ['javascript'],
  programs: ['bundle'],
  tiers: ['local', 'verified'],
  egress: ['host call'],
  suspends: true,
  limits: { fuel: true, memoryMb: 512 },
  mayDiverge: [],
} as const satisfies RuntimeDescriptor

/** Like `quickjs`, not for untrusted code. A script may control the interpreter's memory: its imports are the wall. */
export const python = {
  ...quickjs,
  name: 'python',
  languages: ['python'],
} as const satisfies RuntimeDescriptor

export const container = {
  name: 'container',
  start: 'on an engine',
  needs: 'a Docker engine',
  remedy: 'install Docker (https://docs.docker.com/engine/install) and build the images of skills',
  languages: ['javascript', 'python'],
  scripts: ['python'],
  programs: ['bundle', 'image'],
  tiers: ['local', 'verified', 'untrusted'],
  egress: ['socket', 'bridge'],
  suspends: true,
  limits: { fuel: false },
  mayDiverge: ['python'],
} as const satisfies RuntimeDescriptor

/**
 * Runs the steps of a skill, which has no code of its own. It belongs to the runner, so it is no choice of a manifest
 * and needs nothing of the operator.
 */
export const stepsRuntime = {
  name: 'steps',
  start: 'in this process',
  languages: [],
  programs: ['steps'],
  tiers: ['local', 'verified', 'untrusted'],
  egress: [],
  suspends: false,
  limits: { fuel: true },
  mayDiverge: [],
} as const satisfies RuntimeDescriptor

const planned = {
  start: 'planned',
  languages: [],
  egress: [],
  suspends: false,
  limits: { fuel: false },
  mayDiverge: [],
} as const
const component: RuntimeDescriptor = { ...planned, name: 'component', programs: ['component'], tiers: quickjs.tiers }
const microvm: RuntimeDescriptor = { ...planned, name: 'microvm', programs: ['image'], tiers: container.tiers }

export const runtimes: readonly RuntimeDescriptor[] = [quickjs, python, container, component, microvm]

/** Also the one that no manifest can choose. */
export const everyRuntime: readonly RuntimeDescriptor[] = [...runtimes, stepsRuntime]

export const runtimeNamed = (name: RuntimeName): RuntimeDescriptor | undefined =>
  runtimes.find((runtime) => runtime.name === name)

/** What is missing if a runtime is not available, and what to do. */
export function missingIn(name: RuntimeName): string {
  const { start = 'planned', needs, remedy } = runtimeNamed(name) ?? {}
  if (start === 'planned') return `is not supported: use ${usableRuntimes.join(', ')}`
  return needs === undefined
    ? 'has not started: try again later; the log of the app says why'
    : `needs ${needs}, which is missing or does not work here: ask the operator to ${remedy}`
}

/** The runtimes that can be started, by name. */
export const usableRuntimes: readonly RuntimeName[] = runtimes
  .filter(({ start }) => start !== 'planned')
  .map(({ name }) => name)

/** The runtimes of the scripts in a language, the preferred one first. */
export const scriptRuntimes = (language: ScriptLanguage): readonly RuntimeDescriptor[] =>
  runtimes.filter(({ start, languages, scripts = languages }) => start !== 'planned' && scripts.includes(language))
