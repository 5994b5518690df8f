import { hello } from './hello.ts'
import type { Measurement } from './measure.ts'
import { replay } from './replay.ts'

const benches: Record<string, () => Promise<Measurement[]>> = { hello, replay }

const args = process.argv.slice(2)
const asJson = args.includes('--json')
const names = args.filter((arg) => !arg.startsWith('--'))
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}: choose from ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  for (const line of await bench()) console.log(asJson ? JSON.stringify(line) : readable(line))
}

function readable({ bench, subject, metric, value, unit, n }: Measurement): string {
  const shown = value >= 100 ? Math.round(value).toString() : value.toPrecision(3)
  return `${bench.padEnd(10)} ${subject.padEnd(12)} ${metric.padEnd(5)} ${shown.padStart(8)} ${unit}  (n ${n})`
}
