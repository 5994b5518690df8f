import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A JSON file of an installed package. `root`: the project folder, which contains node_modules. */
export function readPackageFile(root: string, path: string): unknown {
  return JSON.parse(readFileSync(join(root, 'node_modules', path), 'utf8'))
}

export function packageVersion(root: string, name: string): string {
  return z.object({ version: z.string() }).parse(readPackageFile(root, `${name}/package.json`)).version
}
