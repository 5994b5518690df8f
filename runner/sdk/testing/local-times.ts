const formats = new Map<string, Intl.DateTimeFormat>()

/** The local time `YYYY-MM-DDTHH:MM:SS` of an instant in an IANA zone, computed with Intl. */
export function localTimeAt(zone: string, ms: number): string {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(ms).replace(' ', 'T')
}

function isZone(zone: string): boolean {
  try {
    localTimeAt(zone, 0)
    return true
  } catch {
    return false
  }
}

const wallMs = (localTime: string) => Date.parse(`${localTime}Z`)
const offsetMsAt = (zone: string, ms: number) => wallMs(localTimeAt(zone, ms)) - ms
const dayMs = 86_400_000

/**
 * `undefined` for an unknown zone. Follows the platform's rules: the first offset of an ambiguous time, and for a skipped time the offset before the
 * change.
 */
export function offsetIn(zone: string, localTime: string): string | undefined {
  if (!isZone(zone)) return undefined
  const wall = wallMs(localTime)
  const about = wall - offsetMsAt(zone, wall)
  const before = offsetMsAt(zone, about - dayMs)
  const after = offsetMsAt(zone, about + dayMs)
  const found = [before, after].find((offset) => offsetMsAt(zone, wall - offset) === offset) ?? before
  const minutes = Math.abs(found) / 60_000
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${found < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
