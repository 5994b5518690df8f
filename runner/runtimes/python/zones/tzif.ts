import { lastingRule } from './lasting-rule.ts'
import type { ZonePeriod } from './zone-data.ts'

/** From here on, a file has a zone's rule instead of its changes. */
const ruleSince = Date.UTC(2038, 0, 1) / 1000
const day = 86_400
/** Clocks that are ahead for longer have a new standard time. */
const longestSummer = 330 * day

/** The file of a time zone in the format TZif, version 3 (RFC 9636). Its part for version 1 is empty. */
export function encodeZone(periods: readonly ZonePeriod[]): Uint8Array {
  const rule = lastingRule(periods, ruleSince)
  const listed = rule ? periods.filter(({ from }) => from <= rule.from) : periods
  const saves = listed.map((_, index) => isSaving(periods, index))
  const kindOf = listed.map(({ offset, name }, index) => `${name} ${offset} ${saves[index]}`)
  const kinds = [...new Set(kindOf)]
  const names = [...new Set(listed.map(({ name }) => name))]
  const nameAt = new Map(
    names.map((name, index) => [name, names.slice(0, index).join('_').length + (index > 0 ? 1 : 0)]),
  )
  const text = Buffer.from(names.map((name) => `${name}\0`).join(''), 'latin1')
  const changes = listed.slice(1)

  const times = Buffer.alloc(changes.length * 8)
  for (const [index, { from }] of changes.entries()) times.writeBigInt64BE(BigInt(from), index * 8)
  const types = Buffer.alloc(kinds.length * 6)
  for (const [index, { offset, name }] of listed.entries()) {
    const at = kinds.indexOf(kindOf[index] ?? '') * 6
    types.writeInt32BE(offset, at)
    types.writeUInt8(saves[index] ? 1 : 0, at + 4)
    types.writeUInt8(nameAt.get(name) ?? 0, at + 5)
  }
  return Buffer.concat([
    ...[header(0, 1, 1), Buffer.alloc(7)],
    ...[header(changes.length, kinds.length, text.length), times],
    Uint8Array.from(kindOf.slice(1), (kind) => kinds.indexOf(kind)),
    ...[types, text, Buffer.from(`\n${rule?.text ?? ''}\n`)],
  ])
}

function header(times: number, types: number, names: number): Buffer {
  const bytes = Buffer.alloc(44)
  bytes.write('TZif3', 'latin1')
  for (const [index, count] of [0, 0, 0, times, types, names].entries()) bytes.writeUInt32BE(count, 20 + index * 4)
  return bytes
}

/**
 * Whether a period is daylight saving time. The data does not tell, but the form does: clocks went forward, and back
 * within a year. In between, a zone may have changed the name of its time or the side of the date line.
 */
function isSaving(periods: readonly ZonePeriod[], index: number): boolean {
  const [before, period, after] = [periods[index - 1], periods[index], periods[index + 1]]
  if (!before || !period || !after || after.from - period.from > longestSummer) return false
  return before.offset < period.offset && (after.offset < period.offset || (after.offset - period.offset) % day === 0)
}
