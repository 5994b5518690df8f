import type { LoadedSkill } from '../skill.ts'

/** The code of a bundled skill. Throws for any other kind. */
export function bundleCodeOf({ manifest, program }: LoadedSkill): string {
  if (program.kind === 'bundle') return program.code
  throw new TypeError(`${manifest.name} has no bundle`)
}
