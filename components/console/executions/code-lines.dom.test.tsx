import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CodeLines, CutNote } from './code-lines.tsx'

const numbers = (container: HTMLElement) => container.querySelector('.code-numbers')?.textContent
const codeOf = (container: HTMLElement) => container.querySelector('code')?.textContent

test('marks the line that failed, between the lines before and after it', () => {
  const { container } = render(<CodeLines label="Code" text={'const a = 1\n\nthrow a\nconst b = 2'} failing={3} />)
  expect(screen.getByText(/failed here/).parentElement?.textContent).toBe('throw a failed here')
  expect(codeOf(container)).toBe('const a = 1\n\nthrow a failed hereconst b = 2\n')
  expect(numbers(container)).toBe('1\n2\n3\n4\n')
})

test('marks no line of code that ran to its end, or whose failing line is not in it', () => {
  for (const failing of [null, 9]) {
    const { container } = render(<CodeLines label="Code" text="const a = 1" failing={failing} />)
    expect(codeOf(container)).toBe('const a = 1\n')
  }
})

test('gives each of thousands of lines a number, with a fixed count of elements', () => {
  const { container } = render(<CodeLines label="Code" text={'x\n'.repeat(5_000).trimEnd()} />)
  expect(numbers(container)?.trimEnd().split('\n')).toHaveLength(5_000)
  expect(container.querySelectorAll('*').length).toBeLessThan(8)
})

test('states how much of a truncated text is shown', () => {
  render(<CutNote cut={{ text: 'x'.repeat(2048), length: 4096 }} />)
  expect(screen.getByText('Shown: the first 2 of 4 KB.')).toBeDefined()
})
