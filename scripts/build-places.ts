import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildGazetteer } from '../lib/travel/server/places/build-gazetteer.ts'
import { buildAirportTable } from '../lib/travel/server/places/build-table.ts'

// Writes dist/places.json, or dist/gazetteer.txt with --gazetteer. With --stdout, it prints the file instead, for
// callers that cannot write to the folder.
const root = join(import.meta.dirname, '..')
const isGazetteer = process.argv.includes('--gazetteer')
const text = isGazetteer ? buildGazetteer(root) : JSON.stringify(await buildAirportTable(root))
if (process.argv.includes('--stdout')) {
  process.stdout.write(text)
} else {
  const target = join(root, 'dist', isGazetteer ? 'gazetteer.txt' : 'places.json')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.${process.pid}`, text)
  renameSync(`${target}.${process.pid}`, target)
}
