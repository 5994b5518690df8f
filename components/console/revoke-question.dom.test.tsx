import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { RevokeQuestion } from './revoke-question.tsx'

const ignore = () => {}

type AskingProps = { isPending?: boolean; isOpenerKept?: boolean }

function Asking({ isPending = false, isOpenerKept = true }: AskingProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isEnded, setIsEnded] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <input aria-label="Search" />
      {(isOpenerKept || !isEnded) && (
        <button type="button" onClick={() => setIsAsking(true)}>
          End it
        </button>
      )}
      {isAsking && (
        <RevokeQuestion
          question="End this execution?"
          what="execution"
          request={{ isPending, error: null, reset: ignore }}
          onKeep={() => setIsAsking(false)}
          onRevoke={() => {
            setIsEnded(true)
            setTimeout(() => setIsAsking(false))
          }}
        >
          It stops at once.
        </RevokeQuestion>
      )}
    </main>
  )
}

const focused = (wanted: () => HTMLElement) => vi.waitFor(() => expect(document.activeElement).toBe(wanted()), 30_000)
const isGone = () => vi.waitFor(() => expect(screen.queryByRole('group')).toBeNull(), 30_000)
const ask = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'End it' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' }))
}

test.each(['{Enter}', '{Escape}'])('after a question that %s ends, its button has the focus again', async (key) => {
  render(<Asking />)
  await ask()
  await userEvent.keyboard(key)
  await isGone()
  await focused(() => screen.getByRole('button', { name: 'End it' }))
})

test.each([true, false])(
  'after an answer, which removes the question, the page has the focus',
  async (isOpenerKept) => {
    render(<Asking isOpenerKept={isOpenerKept} />)
    await ask()
    await userEvent.click(screen.getByRole('button', { name: 'Revoke execution' }))
    await isGone()
    await focused(() => screen.getByRole('main'))
  },
)

test('an answer leaves the focus where the person has moved it meanwhile', async () => {
  render(<Asking />)
  await ask()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke execution' }))
  screen.getByLabelText('Search').focus()
  await isGone()
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
})

test('while the request is on its way, nothing closes the question: its answer is shown there', async () => {
  render(<Asking isPending />)
  await ask()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(screen.getByRole('group', { name: 'End this execution?' })).toBeTruthy()
})
