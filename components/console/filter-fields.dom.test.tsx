import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Choice, Day, Words } from './filter-fields.tsx'

const field = () => screen.getByLabelText('From')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a date keeps its digits while its year is typed, and filters once the year is in the range', () => {
  const onChoose = vi.fn()
  const { rerender } = render(<Day label="From" value={undefined} onChoose={onChoose} />)
  for (const value of ['0002-11-01', '0020-11-01', '0202-11-01']) {
    type(value)
    expect(field()).toHaveProperty('value', value)
  }
  expect(onChoose).not.toHaveBeenCalled()
  type('2026-11-01')
  expect(field()).toHaveProperty('value', '2026-11-01')
  type('')
  expect(onChoose.mock.calls).toEqual([['2026-11-01'], ['']])
  rerender(<Day label="From" value="2026-11-02" onChoose={onChoose} />)
  expect(field()).toHaveProperty('value', '2026-11-02')
})

test('a date out of the range does not stay in a field that the operator leaves, because it does not filter', () => {
  render(<Day label="From" value="2026-11-01" onChoose={vi.fn()} />)
  type('0020-11-01')
  fireEvent.blur(field())
  expect(field()).toHaveProperty('value', '2026-11-01')
})

test('no field accepts a value that hydration would discard', () => {
  const fields = (
    <>
      <Choice label="Skill" value="" options={[['a', 'A']]} onChoose={vi.fn()} />
      <Day label="From" value={undefined} onChoose={vi.fn()} />
      <Words label="Words" value="" onChoose={vi.fn()} />
    </>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(fields)
  const disabled = () => container.querySelectorAll(':is(input, select):disabled').length
  expect(disabled()).toBe(3)
  render(fields, { container, hydrate: true })
  expect(disabled()).toBe(0)
})
