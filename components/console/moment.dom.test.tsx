import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { momentOf } from '#lib/console/client/console-time.ts'
import { ZoneProvider } from './frame/zone.tsx'
import { Moment } from './moment.tsx'

const iso = '2026-11-22T03:05:07.000Z'
const serverText = (known: string | undefined) =>
  renderToString(
    <ZoneProvider known={known}>
      <Moment at={iso} />
    </ZoneProvider>,
  )

test('the server writes the time in the zone of the cookie, and invisibly in UTC without a cookie', () => {
  expect(serverText('Pacific/Auckland')).toMatch(/<time [^>]*GMT\+13">22 Nov(?: 2026)?, 16:05<\/time>/)
  expect(serverText(undefined)).toMatch(/<time [^>]*UTC" class="is-unseen">22 Nov(?: 2026)?, 03:05<\/time>/)
})

test('pointing at a time shows its weekday, second and zone', () => {
  render(<Moment at={iso} precision="day" />)
  expect(screen.getByText('22 Nov 2026').title).toBe('Sunday, 22 November 2026 at 03:05:07 UTC')
})

test('a moment has its date and the asked precision in the zone, and the year if it is another one', () => {
  const sameYear = new Date('2026-01-02T00:00:00.000Z')
  expect(momentOf(iso, 'minute', 'UTC', sameYear)).toBe('22 Nov, 03:05')
  expect(momentOf(iso, 'second', 'America/Aruba', sameYear)).toBe('21 Nov, 23:05:07')
  expect(momentOf(iso, 'day', 'UTC', sameYear)).toBe('22 Nov 2026')
  const newYear = '2026-12-31T20:00:00.000Z'
  expect(momentOf(newYear, 'minute', 'Pacific/Auckland', sameYear)).toBe('1 Jan 2027, 09:00')
})
