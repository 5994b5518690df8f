import type { Dialect } from './dialect.ts'
import { skillYaml } from './skill-yaml.ts'

/** Where two stand side by side, the first wins. */
const dialects: readonly Dialect[] = [skillYaml]

/** Reads the files in the dialect that they are written in. `undefined`: in none that is known. */
export const readCandidate: Dialect['read'] = (files, about) => {
  for (const dialect of dialects) {
    const reading = dialect.read(files, about)
    if (reading !== undefined) return reading
  }
  return undefined
}
