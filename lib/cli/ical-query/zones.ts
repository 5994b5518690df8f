import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'

/** An IANA zone with the rules of this machine, which are newer than those that a file brings. */
class IanaZone extends ICAL.Timezone {
  readonly #name: string

  constructor(name: string) {
    super({ tzid: name })
    this.#name = name
  }

  /** In seconds, for a local time. */
  override utcOffset({ year, month, day, hour, minute, second }: ICAL.Time): number {
    const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second)
    return local.toZonedDateTime(this.#name).offsetNanoseconds / 1e9
  }
}

export function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/**
 * Uses this machine's rules for each zone of a calendar that has an IANA name. Zones with other names, as Outlook
 * writes them, keep the rules of the file.
 */
export function preferKnownZones(calendar: ICAL.Component): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    if (isZone(String(zone.getFirstPropertyValue('tzid')))) calendar.removeSubcomponent(zone)
  }
  const properties = calendar.getAllSubcomponents('vevent').flatMap((event) => event.getAllProperties())
  for (const property of properties) {
    const name = property.getFirstParameter('tzid')
    if (name !== undefined && isZone(name) && !ICAL.TimezoneService.has(name)) {
      ICAL.TimezoneService.register(new IanaZone(name), name)
    }
  }
}

/** The instant of a time in a calendar, in milliseconds. A date, or a time without a zone, is in `zone`. */
export function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, hour, minute, second } = time
  const isFloating = time.isDate || time.zone === ICAL.Timezone.localTimezone
  if (!isFloating) return time.toUnixTime() * 1000
  const local = new Temporal.PlainDateTime(year, month, day, hour, minute, second)
  return local.toZonedDateTime(zone).epochMilliseconds
}
