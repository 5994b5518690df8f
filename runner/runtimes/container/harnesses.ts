import type { ScriptLanguage } from '../../contract/script-language.ts'
import type { LoadedSkill } from '../../core/skill.ts'

/** The base image's program around the bundles of a language. */
export type Harness = {
  /** Memory for the harness itself, on top of the memory of a bundle. */
  readonly memoryMb: number
  /** What it adds to an answer. `values` counts the object around the answer and the object's other fields. */
  readonly frame: { readonly bytes: number; readonly depth: number; readonly values: number }
  /** Runs a bundle that is a file of the skill's image: the file's path follows. Absent: `withoutHarness` runs it. */
  readonly ofFile?: readonly string[]
  /** Runs such a bundle without this harness: it reads its input and prints its output itself, like an image. */
  readonly withoutHarness?: readonly string[]
  /** Runs a script that comes with the input. Absent: it runs none. */
  readonly ofScript?: readonly string[]
  /** The interpreter whose version it adds to each report. Absent: none. */
  readonly interpreter?: string
}

export const harnesses: Readonly<Record<ScriptLanguage, Harness>> = {
  javascript: {
    memoryMb: 64,
    frame: { bytes: '{"peak":"000000000000000","kind":"returned","value":}'.length, depth: 1, values: 3 },
    ofFile: ['node', '/opt/travel/harness.mjs'],
  },
  python: {
    memoryMb: 48,
    frame: {
      bytes: '{"peak":"000000000000000","python":"000000000000","kind":"returned","value":}'.length,
      depth: 1,
      values: 4,
    },
    // The order of Python's sets depends on this seed, so it is fixed like the clock and the random numbers.
    ofScript: ['env', 'PYTHONHASHSEED=0', 'python3', '-m', 'travel_script'],
    // `travel_skill` reads the input of a skill and prints its output.
    withoutHarness: ['python3'],
    interpreter: 'Python',
  },
}

/** Undefined: the program runs without a harness, as every image does. */
export function harnessOf({ program, isScript }: Pick<LoadedSkill, 'program' | 'isScript'>): Harness | undefined {
  const harness = program.kind === 'bundle' ? harnesses[program.language] : undefined
  return isScript || harness?.ofFile !== undefined ? harness : undefined
}

/** Runs a bundle that is a file of the skill's image: the file's path follows. */
export function fileCommandOf(language: ScriptLanguage): readonly string[] {
  const { ofFile, withoutHarness = [] } = harnesses[language]
  return ofFile ?? withoutHarness
}

/** The command of the base image that runs a script. Undefined: the skill needs an image of its own. */
export const scriptCommandOf = (skill: LoadedSkill): readonly string[] | undefined =>
  skill.isScript ? harnessOf(skill)?.ofScript : undefined
