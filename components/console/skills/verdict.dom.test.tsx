import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VerdictMark } from './verdict.tsx'

test('only an admitted release is shown as admitted: one with the verdict “review” does not run', () => {
  render(
    <>
      <VerdictMark verdict="admit" />
      <VerdictMark verdict="review" />
      <VerdictMark verdict="block" />
      <VerdictMark verdict="unfinished" />
    </>,
  )
  expect(screen.getAllByText(/admitted/i)).toHaveLength(1)
  expect(screen.getByText('Held for review')).toBeDefined()
})
