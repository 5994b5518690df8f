import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPython } from '../testing/start-python.ts'

/** Older names, which Node equals with a city whose past differs from that of the name. */
const renamed = [
  ...['EST5EDT', 'CST6CDT', 'MST7MDT', 'PST8PDT', 'EET', 'WET', 'MET', 'CET', 'Factory'],
  ...['America/Ensenada', 'Mexico/BajaNorte'],
]
const secondsAt = (year: number) => Date.UTC(year, 0, 1) / 1000

/** The offset from UTC in seconds, as Node knows it. */
function offsetsOf(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(instant * 1000)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) || 0
  }
}

describe('Python', () => {
  let python: Awaited<ReturnType<typeof startPython>>
  beforeAll(async () => {
    python = await startPython()
  })
  afterAll(() => python[Symbol.asyncDispose]())

  /** The zones for which Python and Node disagree about at least one of some instants. */
  async function disagreeing(from: number, to: number, seed: number): Promise<readonly string[]> {
    const names = await python.run('import zoneinfo\nset_result(sorted(zoneinfo.available_timezones()))')
    expect(names).toEqual(expect.arrayContaining(Intl.supportedValuesOf('timeZone')))
    const zones = (Array.isArray(names) ? names.map(String) : []).filter((name) => !renamed.includes(name))
    expect(zones.length).toBeGreaterThan(580)
    const instants = fc.sample(fc.array(fc.integer({ min: from, max: to }), { minLength: 12, maxLength: 12 }), {
      numRuns: zones.length,
      seed,
    })
    const asked = zones.map((zone, index) => [zone, instants[index] ?? []] as const)
    const answered = await python.run(`
import json
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
asked = json.loads(${JSON.stringify(JSON.stringify(asked))})
def offset(zone, instant):
    return int(datetime.fromtimestamp(instant, zone).utcoffset().total_seconds())
set_result([[offset(zone, instant) for instant in instants]
            for zone, instants in ((ZoneInfo(name), instants) for name, instants in asked)])`)
    expect(answered).toHaveLength(zones.length)
    const expected = asked.map(([zone, times]) => times.map(offsetsOf(zone)))
    return zones.filter(
      (_, index) => JSON.stringify(Array.isArray(answered) && answered[index]) !== JSON.stringify(expected[index]),
    )
  }

  test('zoneinfo has all zones, and agrees with Node about their offsets since 1970', async () => {
    expect(await disagreeing(secondsAt(1970), secondsAt(2026), 1)).toEqual([])
  })

  test('zoneinfo agrees with Node about the years until 2100, except for laws that one of them does not know yet', async () => {
    expect((await disagreeing(secondsAt(2026), secondsAt(2100), 2)).length).toBeLessThan(12)
  })

  test('a zone has its names, its daylight saving time, and rules that last', async () => {
    const told = await python.run(`
from datetime import datetime
from zoneinfo import ZoneInfo
def told(name, *date):
    at = datetime(*date, tzinfo=ZoneInfo(name))
    return f'{at.isoformat()} {at.tzname()} {int(at.dst().total_seconds()) // 60}'
set_result([
    told('America/Aruba', 2026, 7, 1), told('Europe/Berlin', 2026, 7, 1), told('Europe/Berlin', 2090, 1, 1),
    told('Europe/Berlin', 2090, 7, 1), told('US/Pacific', 2026, 3, 8, 3), told('Pacific/Auckland', 2026, 7, 1),
    told('Pacific/Apia', 2011, 12, 29), told('Pacific/Apia', 2012, 1, 1), told('Asia/Kathmandu', 2026, 1, 1),
    told('America/Nuuk', 2060, 3, 28), told('UTC', 2026, 1, 1)])`)
    expect(told).toEqual([
      '2026-07-01T00:00:00-04:00 AST 0',
      '2026-07-01T00:00:00+02:00 CEST 60',
      '2090-01-01T00:00:00+01:00 CET 0',
      '2090-07-01T00:00:00+02:00 CEST 60',
      '2026-03-08T03:00:00-07:00 PDT 60',
      '2026-07-01T00:00:00+12:00 NZST 0',
      '2011-12-29T00:00:00-10:00 -10 60',
      '2012-01-01T00:00:00+14:00 +14 60',
      '2026-01-01T00:00:00+05:45 +0545 0',
      '2060-03-28T00:00:00-01:00 -01 60',
      '2026-01-01T00:00:00+00:00 UTC 0',
    ])
  })
})
