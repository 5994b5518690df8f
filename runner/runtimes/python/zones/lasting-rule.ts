import type { ZonePeriod } from './zone-data.ts'

const day = 86_400

/** How a zone's clocks change each year from an instant on, in the words of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`. */
export type LastingRule = { readonly from: number; readonly text: string }

/**
 * The rule that the periods follow from an instant on. Undefined: they follow none, so they have to be listed. A zone
 * whose clocks change no more follows the rule of its last period.
 */
export function lastingRule(periods: readonly ZonePeriod[], since: number): LastingRule | undefined {
  const last = periods.at(-1)
  if (!last) return undefined
  if (last.from < since) return { from: last.from, text: timeOf(last) }
  const first = periods.findIndex(({ from }) => from >= since)
  const lasting = periods.slice(first)
  const [one, other] = lasting
  const before = periods[first - 1]
  if (!one || !other || !before) return undefined
  const alternates = lasting.every((period, index) => isSame(period, index % 2 === 0 ? one : other))
  if (!alternates || !isSame(before, other)) return undefined
  const oneDay = yearlyDay(lasting.filter((_, index) => index % 2 === 0).map(({ from }) => from + other.offset))
  const otherDay = yearlyDay(lasting.filter((_, index) => index % 2 === 1).map(({ from }) => from + one.offset))
  if (oneDay === undefined || otherDay === undefined) return undefined
  const [summer, winter, start, end] =
    one.offset > other.offset ? [one, other, oneDay, otherDay] : [other, one, otherDay, oneDay]
  const ahead = summer.offset - winter.offset === 3600 ? '' : offsetOf(summer)
  return { from: other.from, text: `${timeOf(winter)}${nameOf(summer)}${ahead},${start},${end}` }
}

const isSame = (a: ZonePeriod, b: ZonePeriod) => a.offset === b.offset && a.name === b.name

const timeOf = (period: ZonePeriod) => nameOf(period) + offsetOf(period)
const nameOf = ({ name }: ZonePeriod) => (/^[A-Za-z]+$/.test(name) ? name : `<${name}>`)
/** West of Greenwich is positive. */
const offsetOf = ({ offset }: ZonePeriod) => hours(-offset)

/** The day on which all these local times are, one in each year, such as `M3.5.0/2`: the last Sunday in March at two. */
function yearlyDay(times: readonly number[]): string | undefined {
  // The time may belong to a day before or after its own: the eve of the last Sunday is not the last Saturday.
  for (const shift of [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6]) {
    const days = times.map((time) => {
      const date = new Date((Math.floor(time / day) + shift) * day * 1000)
      const isLast =
        date.getUTCDate() + 7 > new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
      const ofDay = time - Math.floor(time / day) * day - shift * day
      return {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        weekday: date.getUTCDay(),
        week: Math.ceil(date.getUTCDate() / 7),
        isLast,
        ofDay,
      }
    })
    const [first] = days
    if (!first) return undefined
    const { year, month, weekday, ofDay, week } = first
    if (!days.every((each, index) => each.year === year + index)) return undefined
    if (!days.every((each) => each.month === month && each.weekday === weekday && each.ofDay === ofDay)) continue
    const at = ofDay === 7200 ? '' : `/${hours(ofDay)}`
    if (days.every((each) => each.isLast)) return `M${month}.5.${weekday}${at}`
    if (week < 5 && days.every((each) => each.week === week)) return `M${month}.${week}.${weekday}${at}`
  }
  return undefined
}

/** `-3`, `5:30` or `0:00:10`. */
function hours(seconds: number): string {
  const size = Math.abs(seconds)
  const two = (value: number) => `:${String(value).padStart(2, '0')}`
  const rest = size % 3600 === 0 ? '' : two(Math.floor(size / 60) % 60) + (size % 60 === 0 ? '' : two(size % 60))
  return `${seconds < 0 ? '-' : ''}${Math.floor(size / 3600)}${rest}`
}
