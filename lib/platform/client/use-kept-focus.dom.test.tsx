import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

function Results({ isMoreShown = true }) {
  const section = useRef<HTMLElement>(null)
  const [isMore, setMore] = useState(true)
  return (
    <div {...useKeptFocus(section)}>
      {isMore && isMoreShown && (
        <button type="button" onClick={() => setMore(false)}>
          Show more
        </button>
      )}
      <button type="button" onClick={() => setMore(false)}>
        Stays
      </button>
      <section ref={section} tabIndex={-1} aria-label="Flights" />
      <p onPointerEnter={() => setMore(false)}>Text</p>
    </div>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('the focus moves to the results when a press removes the pressed button', async () => {
  render(<Results />)
  button('Show more').focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Flights' })))
})

test('the browser’s own move of the focus is not disturbed by the removal of the control that loses it', async () => {
  // Closing a sheet returns the focus to its opener, and that removes the sheet's content.
  const results = render(<Results />)
  button('Show more').focus()
  const onFocus = vi.fn()
  screen.getByRole('region', { name: 'Flights' }).addEventListener('focus', onFocus)
  button('Show more').addEventListener('focusout', () =>
    flushSync(() => results.rerender(<Results isMoreShown={false} />)),
  )
  button('Stays').focus()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(onFocus).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button('Stays'))
})

test('the focus stays on a button that its press does not remove', async () => {
  render(<Results />)
  button('Stays').focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Stays'))
})

test('nothing takes the focus when a control goes away that had lost it before', async () => {
  render(<Results />)
  button('Show more').focus()
  button('Show more').blur()
  await userEvent.hover(screen.getByText('Text'))
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(document.body)
})
