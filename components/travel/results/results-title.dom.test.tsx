import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ResultsTitle } from './results-title.tsx'
import { useVisitMemory, VisitProvider } from './visit-provider.tsx'

function Form() {
  const { noteSearch } = useVisitMemory()
  return (
    <button type="button" onClick={noteSearch}>
      Search
    </button>
  )
}

test('the heading gets the focus after each search of a form, and not when the page opens by itself', () => {
  const page = (query: string) => (
    <VisitProvider>
      <Form />
      <ResultsTitle query={query}>{`Flights ${query}`}</ResultsTitle>
    </VisitProvider>
  )
  const { rerender } = render(page('a'))
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByRole('button'))
  rerender(page('b'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Flights b' }))
  screen.getByRole('heading').blur()
  rerender(page('c'))
  expect(document.activeElement).toBe(document.body)
})
