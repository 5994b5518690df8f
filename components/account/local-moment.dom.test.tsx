import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { LocalMoment } from './local-moment.tsx'

const iso = '2026-11-22T03:05:00.000Z'
const plain = (text: string | null) => text?.replaceAll(/\u00a0|\u202f/g, ' ')

test.each([
  ['America/Los_Angeles', 'en-GB', 'Sat 21 Nov 2026, 19:05'],
  ['America/Los_Angeles', 'en-US', 'Sat 21 Nov 2026, 7:05 PM'],
  ['Asia/Tokyo', 'en-GB', 'Sun 22 Nov 2026, 12:05'],
])('shows a time in the reader’s time zone (%s) and locale (%s)', (timeZone, locale, text) => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone })
  render(<LocalMoment iso={iso} locale={locale} />)
  const time = screen.getByText((_, element) => element?.tagName === 'TIME')
  expect(plain(time.textContent)).toBe(text)
  expect(time.getAttribute('dateTime')).toBe(iso)
})

test('the server, which does not know the reader’s time zone, shows the time in UTC with the label UTC', () => {
  expect(renderToString(<LocalMoment iso={iso} locale="en-GB" />)).toContain('>Sun 22 Nov 2026, 03:05 UTC</time>')
})
