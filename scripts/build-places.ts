import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildAirportTable } from '../lib/places/build-table.ts'

// Writes dist/places.json; with --stdout prints the table instead, for a caller whose folder cannot be written to.
const root = join(import.meta.dirname, '..')
const json = JSON.stringify(await buildAirportTable(root))
if (process.argv.includes('--stdout')) {
  process.stdout.write(json)
} else {
  const target = join(root, 'dist', 'places.json')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.${process.pid}`, json)
  renameSync(`${target}.${process.pid}`, target)
}
