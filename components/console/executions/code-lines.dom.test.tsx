import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CodeLines, CutNote } from './code-lines.tsx'

test('marks the line that failed, and no other', () => {
  render(<CodeLines text={'const a = 1\nthrow a\n'} failing={2} />)
  const marked = screen.getAllByRole('listitem').filter((line) => line.textContent?.includes('failed here'))
  expect(marked.map((line) => line.textContent)).toEqual(['throw afailed here'])
})

test('shows at most 2000 lines, and the number of lines left out', () => {
  render(<CodeLines text={'x\n'.repeat(2004)} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(2000)
  expect(screen.getByText('5 more lines are not shown.')).toBeDefined()
})

test('states how much of a truncated text is shown', () => {
  render(<CutNote cut={{ text: 'x'.repeat(2048), length: 4096 }} />)
  expect(screen.getByText('Shown: the first 2 of 4 KB.')).toBeDefined()
})
