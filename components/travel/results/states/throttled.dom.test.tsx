import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ThrottledNotice } from './throttled.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Ask now' })
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))

test('“Ask now” is disabled until the countdown ends', () => {
  const onRetry = vi.fn<() => void>()
  render(<ThrottledNotice who="Amadeus" retryAfterS={3} old={[]} onRetry={onRetry} />)
  expect(button().disabled).toBe(true)
  expect(screen.getByText(/You can ask again in 3 s\./)).toBeDefined()
  pass(2)
  expect(screen.getByText(/You can ask again in 1 s\./)).toBeDefined()
  fireEvent.click(button())
  expect(onRetry).not.toHaveBeenCalled()
  pass(1)
  fireEvent.click(button())
  expect(onRetry).toHaveBeenCalledOnce()
})

test('the countdown is spoken only when it ends', () => {
  const { container } = render(<ThrottledNotice who={null} retryAfterS={2} old={[]} onRetry={() => {}} />)
  const spoken = () => container.querySelector('[aria-live]')?.textContent
  expect(spoken()).toBe('')
  pass(1)
  expect(spoken()).toBe('')
  pass(1)
  expect(spoken()).toBe('You can ask again now.')
})

test('a tab that was suspended during the countdown enables the button when it resumes', () => {
  render(<ThrottledNotice who={null} retryAfterS={60} old={[]} onRetry={() => {}} />)
  vi.setSystemTime(Date.now() + 3_600_000)
  pass(1)
  expect(button().disabled).toBe(false)
})

test('a new limit starts a new countdown', () => {
  const notice = (retryAfterS: number) => (
    <ThrottledNotice who={null} retryAfterS={retryAfterS} old={[]} onRetry={() => {}} />
  )
  const { rerender } = render(notice(1))
  pass(1)
  expect(button().disabled).toBe(false)
  rerender(notice(5))
  expect(button().disabled).toBe(true)
})

test('a limit of unknown length has no invented countdown: the button works at once, and the text says to try later', () => {
  const onRetry = vi.fn<() => void>()
  const { container } = render(<ThrottledNotice who="Amadeus" retryAfterS={null} old={[]} onRetry={onRetry} />)
  expect(screen.getByText(/It is not known when you can ask again\. Try again later\./)).toBeDefined()
  expect(container.querySelector('.countdown')).toBeNull()
  fireEvent.click(button())
  expect(onRetry).toHaveBeenCalledOnce()
})

test('names the provider that limits requests, and no provider for this site’s own limit', () => {
  const { rerender } = render(<ThrottledNotice who="Amadeus" retryAfterS={9} old={[]} onRetry={() => {}} />)
  expect(screen.getByText('Amadeus limits how often we may ask.')).toBeDefined()
  rerender(<ThrottledNotice who={null} retryAfterS={9} old={[]} onRetry={() => {}} />)
  expect(screen.getByText('Too many searches in a short time.')).toBeDefined()
})
