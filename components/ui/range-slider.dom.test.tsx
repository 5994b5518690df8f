import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { RangeSlider } from './range-slider.tsx'

/** A day in minutes, in steps of half an hour. */
function Hours({ from = 0, to = 1440 }) {
  const [range, setRange] = useState({ from, to })
  return (
    <RangeSlider
      label="Departure"
      min={0}
      max={1440}
      step={30}
      {...range}
      ends={{ from: 'earliest', to: 'latest' }}
      write={(minutes) => `${minutes / 60} h`}
      onChange={(from, to) => setRange({ from, to })}
    />
  )
}

const earliest = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Departure, earliest' })
const latest = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Departure, latest' })
const spoken = () => [earliest().getAttribute('aria-valuetext'), latest().getAttribute('aria-valuetext')]

test('Page Up and Page Down move four steps, and the slider speaks its value', async () => {
  const user = userEvent.setup()
  render(<Hours />)
  latest().focus()
  await user.keyboard('{PageDown}')
  expect(spoken()).toEqual(['earliest 0 h', 'latest 22 h'])
  await user.keyboard('{PageDown}{PageUp}')
  expect(spoken()).toEqual(['earliest 0 h', 'latest 22 h'])
  earliest().focus()
  await user.keyboard('{PageUp}')
  expect(spoken()).toEqual(['earliest 2 h', 'latest 22 h'])
})

test('Page Up and Page Down stop at the ends of the track', async () => {
  const user = userEvent.setup()
  render(<Hours from={30} to={1410} />)
  latest().focus()
  await user.keyboard('{PageUp}')
  earliest().focus()
  await user.keyboard('{PageDown}')
  expect(spoken()).toEqual(['earliest 0 h', 'latest 24 h'])
})

test('the two thumbs cannot cross', async () => {
  const user = userEvent.setup()
  render(<Hours from={600} to={660} />)
  earliest().focus()
  await user.keyboard('{PageUp}')
  expect(spoken()).toEqual(['earliest 11 h', 'latest 11 h'])
  fireEvent.change(latest(), { target: { value: '0' } })
  expect(spoken()).toEqual(['earliest 11 h', 'latest 11 h'])
})

test('the browser moves a thumb in steps between the ends of the track', () => {
  render(<Hours />)
  for (const thumb of [earliest(), latest()]) {
    expect([thumb.type, thumb.min, thumb.max, thumb.step]).toEqual(['range', '0', '1440', '30'])
  }
  fireEvent.change(latest(), { target: { value: '1410' } })
  expect(spoken()).toEqual(['earliest 0 h', 'latest 23.5 h'])
})
