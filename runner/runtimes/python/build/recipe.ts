import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../../core/hash.ts'

/** The digest of the files that decide the bytes of Python's module: all of this folder but its code in TypeScript. */
export async function recipeDigest(): Promise<string> {
  const names = (await readdir(import.meta.dirname)).filter((name) => !name.endsWith('.ts')).sort()
  return sha256(Buffer.concat(await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name))))))
}
