import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' }
import { Temporal } from 'temporal-polyfill'
import { type Component, propertiesOf, textOf } from './parse-calendars.ts'
import { datesOf, partsOf } from './recurrence.ts'

/** A time zone: gives the instant of a local time, in milliseconds since the epoch. */
export type Zone = { instantOf(local: Temporal.PlainDateTime): number }

/** An IANA zone with the rules of this machine, which are newer than those that a file brings. */
export const ianaZone = (name: string): Zone => ({
  instantOf: (local) => local.toZonedDateTime(name).epochMilliseconds,
})

export function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** The IANA zone of each Windows name, from CLDR. */
const windowsNames: ReadonlyMap<string, string> = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === '001')
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
)

/**
 * The IANA zone that a name of another program means: a Windows name, or a path that ends with an IANA name, like
 * `/mozilla.org/20070129_1/Europe/Berlin`. Undefined for other names.
 */
export function ianaNameOf(name: string): string | undefined {
  const parts = name.split('/')
  const suffixes = [3, 2].filter((length) => parts.length >= length).map((length) => parts.slice(-length).join('/'))
  const last = parts.at(-1) ?? ''
  return (
    [name, ...suffixes, ...(/^(?:utc|gmt)$/i.test(last) ? [last] : [])].find(isZone) ??
    windowsNames.get(name.toLowerCase())
  )
}

/** The zones of a calendar by name. One without an IANA name keeps the rules of the calendar, if there are any that can be read. */
export function zonesOf(calendar: Component): (name: string) => Zone | undefined {
  const zones = new Map<string, Zone | undefined>()
  const own = calendar.components.filter((component) => component.name === 'vtimezone')
  const find = (name: string): Zone | undefined => {
    if (isZone(name)) return ianaZone(name)
    const defined = own.find((component) => textOf(component, 'tzid').trim() === name)
    const rules = defined?.components.filter((one) => one.name === 'standard' || one.name === 'daylight') ?? []
    const zone = rules.length === 0 ? undefined : soundZone(rules)
    if (zone) return zone
    const known = ianaNameOf(name) ?? ianaNameOf(defined ? textOf(defined, 'x-lic-location') : '')
    return known === undefined ? undefined : ianaZone(known)
  }
  return (name) => {
    if (!zones.has(name)) zones.set(name, find(name))
    return zones.get(name)
  }
}

/** Undefined if the rules are wrong, or have too many changes to read. */
function soundZone(rules: readonly Component[]): Zone | undefined {
  const zone = zoneWith(rules)
  try {
    zone.instantOf(Temporal.PlainDateTime.from('2027-01-01'))
    return zone
  } catch {
    return undefined
  }
}

type Change = { readonly at: Temporal.PlainDateTime; readonly beforeMs: number; readonly afterMs: number }

/** A zone with the rules of a calendar. Its method throws when the rules are wrong. */
function zoneWith(rules: readonly Component[]): Zone {
  const byYear = new Map<number, Change[]>()
  const changesIn = (year: number) => {
    const known = byYear.get(year)
    if (known) return known
    const changes = rules
      .flatMap((rule) => changesOf(rule, year))
      .toSorted((a, b) => Temporal.PlainDateTime.compare(a.at, b.at))
    byYear.set(year, changes)
    return changes
  }
  return {
    instantOf(local) {
      const changes = changesIn(local.year)
      const last = changes.findLast(({ at }) => Temporal.PlainDateTime.compare(at, local) <= 0)
      const offsetMs = last?.afterMs ?? changes[0]?.beforeMs ?? 0
      return local.toZonedDateTime('UTC').epochMilliseconds - offsetMs
    },
  }
}

/** The changes of a rule that matter in a year: its first one, and those of the two years up to then, or to its end. */
function changesOf(rule: Component, year: number): Change[] {
  const [beforeMs, afterMs] = [offsetMsOf(textOf(rule, 'tzoffsetfrom')), offsetMsOf(textOf(rule, 'tzoffsetto'))]
  const start = Temporal.PlainDateTime.from(textOf(rule, 'dtstart'))
  const repeated = propertiesOf(rule, 'rrule').flatMap((property) => {
    const parts = partsOf(property)
    const until = Temporal.PlainDate.from(parts.get('UNTIL')?.slice(0, 8) ?? '9999-12-31')
    const last = Temporal.PlainDate.from({ year, month: 12, day: 31 })
    const end = Temporal.PlainDate.compare(until, last) < 0 ? until : last
    const to = end.toPlainDateTime('23:59:59')
    return datesOf(parts, start, { from: to.subtract({ years: 2 }), to })
  })
  const listed = propertiesOf(rule, 'rdate').flatMap(({ values }) => values.flatMap(String))
  const dates = [start, ...listed.map((text) => Temporal.PlainDateTime.from(text)), ...repeated]
  return dates.map((at) => ({ at, beforeMs, afterMs }))
}

/** @throws for a text that is not an offset like -08:00 */
function offsetMsOf(text: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d{2}):(\d{2})(?::?(\d{2}))?$/.exec(text) ?? []
  if (sign === undefined) throw new Error(`${text} is not an offset`)
  return (sign === '-' ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
