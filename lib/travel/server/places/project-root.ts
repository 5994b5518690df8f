import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const MARK = join('node_modules', 'airport-data-js', 'package.json')

/** The nearest folder with the airport packages, searched upwards from the given starts. */
export function findProjectRoot(starts: readonly (string | undefined)[]): string {
  for (const start of starts) {
    for (let folder = start; folder !== undefined; folder = parentOf(folder)) {
      if (existsSync(join(folder, MARK))) return folder
    }
  }
  throw new Error('The package airport-data-js is not installed: run npm ci in the project folder.')
}

function parentOf(folder: string): string | undefined {
  const parent = dirname(folder)
  return parent === folder ? undefined : parent
}
