import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { momentOf } from '#lib/console/client/console-time.ts'
import { Moment } from './moment.tsx'

const iso = '2026-11-22T03:05:07.000Z'

test('the server, which does not know the reader’s time zone, writes the time in UTC, invisibly', () => {
  expect(renderToString(<Moment at={iso} />)).toBe(
    `<time dateTime="${iso}" class="is-unseen">22 Nov 2026, 03:05</time>`,
  )
})

test('the browser shows the time', () => {
  render(<Moment at={iso} />)
  const time = screen.getByText(momentOf(iso, 'minute'))
  expect(time.className).toBe('')
})

test('a moment has the asked precision, and no date if it is today', () => {
  const sameDay = new Date('2026-11-22T20:00:00.000Z')
  expect(momentOf(iso, 'minute', 'UTC', sameDay)).toBe('03:05')
  expect(momentOf(iso, 'second', 'UTC', sameDay)).toBe('03:05:07')
  expect(momentOf(iso, 'day', 'UTC', sameDay)).toBe('22 Nov 2026')
  expect(momentOf(iso, 'second', 'UTC', new Date('2026-11-23T00:00:00.000Z'))).toBe('22 Nov 2026, 03:05:07')
})
