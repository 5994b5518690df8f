import * as z from 'zod'

/** What clocks show from an instant on. All times are in seconds. */
export type ZonePeriod = {
  /** Since the epoch; the first period has no beginning. */
  readonly from: number
  /** East of Greenwich. */
  readonly offset: number
  readonly name: string
}

const Packed = z.object({ version: z.string(), zones: z.array(z.string()), links: z.array(z.string()) })

/**
 * The time zone database as `moment-timezone` has it: each zone as its periods, in their order. Other names for the same
 * zone are links.
 */
export type ZoneData = {
  readonly version: string
  readonly zones: ReadonlyMap<string, readonly ZonePeriod[]>
}

/** Throws if the text has another form. */
export function readZoneData(text: string): ZoneData {
  const { version, zones: packed, links } = Packed.parse(JSON.parse(text))
  const zones = new Map(packed.map((line) => unpacked(line.split('|'))))
  for (const link of links) {
    const [name = '', alias = ''] = link.split('|')
    const periods = zones.get(name)
    if (!periods) throw new TypeError(`The time zone ${alias} is ${name}, which is missing`)
    zones.set(alias, periods)
  }
  return { version, zones }
}

function unpacked([name = '', names = '', offsets = '', indices = '', minutes = '']: readonly string[]) {
  const kinds = names.split(' ')
  const west = offsets.split(' ').map(base60)
  let from = Number.NEGATIVE_INFINITY
  let changed = 0
  const changes = minutes.split(' ')
  const periods = Array.from(indices, (digit, index): ZonePeriod => {
    const kind = base60(digit)
    const offset = west[kind]
    if (offset === undefined) throw new TypeError(`The time zone ${name} has an unknown offset`)
    const period = { from, offset: -Math.round(offset * 60) || 0, name: kinds[kind] ?? '' }
    changed += base60(changes[index] ?? '')
    from = Math.round(changed * 60)
    return period
  })
  return [name, periods] as const
}

/** A number of digits `0-9a-zA-X`, which may have a sign and a fraction. */
function base60(text: string): number {
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9a-zA-X]*)\.?([0-9a-zA-X]*)$/.exec(text) ?? []
  const digits = Array.from(whole + fraction, (digit) => digitsOf60.indexOf(digit))
  const value = digits.reduce((sum, digit) => sum * 60 + digit, 0) / 60 ** fraction.length
  return sign ? -value : value
}

const digitsOf60 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'
