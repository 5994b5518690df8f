import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGazetteer, type Gazetteer } from './gazetteer.ts'
import { gazetteerKey } from './gazetteer-key.ts'
import { buildApart, keepBuilt } from './load-table.ts'

/**
 * The gazetteer of the project in `root`: read from `dist/gazetteer.txt`, or rebuilt if that is missing or outdated.
 */
export function loadGazetteer(root: string): Gazetteer {
  const path = join(root, 'dist', 'gazetteer.txt')
  const kept = readKept(path)
  const first = Buffer.from(`${gazetteerKey(root)}\n`)
  if (kept?.subarray(0, first.length).equals(first) && kept.at(-1) === 10) return createGazetteer(kept)
  const built = buildApart(root, '--gazetteer')
  keepBuilt(path, built)
  return createGazetteer(Buffer.from(built))
}

function readKept(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
