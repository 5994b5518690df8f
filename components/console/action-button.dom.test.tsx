import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ActionButton } from './action-button.tsx'
import { RevokeQuestion } from './revoke-question.tsx'

const ignore = () => {}

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

test.each(['Keep it', '{Escape}'])('after a question that “%s” ends, its button has the focus again', async (how) => {
  render(<Asking />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'End it' }))
  await user.keyboard(how === '{Escape}' ? how : '{Enter}')
  expect(screen.queryByRole('group')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'End it' })), 30_000)
})

function Asking() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <ActionButton isOff={false} onClick={() => setIsAsking(true)}>
        End it
      </ActionButton>
      {isAsking && (
        <RevokeQuestion
          question="End this execution?"
          what="execution"
          request={{ isPending: false, error: null, reset: ignore }}
          onKeep={() => setIsAsking(false)}
          onRevoke={ignore}
        >
          It stops at once.
        </RevokeQuestion>
      )}
    </>
  )
}
