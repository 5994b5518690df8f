import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ActionButton } from './console-form.tsx'

test('a button that is off keeps the focus, does nothing, and does not send its form', async () => {
  const [onPress, onSubmit] = [vi.fn(), vi.fn()]
  const form = (isOff: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <ActionButton type="submit" isOff={isOff} onClick={onPress}>
        Save
      </ActionButton>
    </form>
  )
  const { rerender } = render(form(false))
  const button = screen.getByRole('button', { name: 'Save' })
  button.focus()
  rerender(form(true))
  // A browser takes the focus from a disabled button, and does not give it back.
  expect(button).toHaveProperty('disabled', false)
  await userEvent.keyboard('{Enter}')
  await userEvent.type(screen.getByLabelText('Name'), 'Ada{Enter}')
  expect([onPress.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0])
})
