import type { ScriptLanguage } from '../../contract/script-language.ts'
import type { LoadedSkill, SkillProgram } from '../../core/skill.ts'

/** The base image's program around the bundles of a language. */
export type Harness = {
  /** Memory for the harness itself, on top of the memory of a bundle. */
  readonly memoryMb: number
  /** What it adds to an answer. `values` counts the object around the answer and the object's other fields. */
  readonly frame: { readonly bytes: number; readonly depth: number; readonly values: number }
  /** Runs a bundle that is a file of the skill's image: the file's path follows. Absent: there are no such images. */
  readonly ofFile?: readonly string[]
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
    interpreter: 'Python',
  },
}

/** Undefined: the program is an image, without a harness. */
export const harnessOf = (program: SkillProgram): Harness | undefined =>
  program.kind === 'bundle' ? harnesses[program.language] : undefined

/** The command of the base image that runs a script. Undefined: the skill needs an image of its own. */
export const scriptCommandOf = ({ program, isScript }: LoadedSkill): readonly string[] | undefined =>
  isScript ? harnessOf(program)?.ofScript : undefined
