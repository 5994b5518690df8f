import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
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

function Router({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a router begins once.
  useEffect(onReady, [])
  return children
}

describe('what an operator enters before the page is hydrated', () => {
  /** Renders on the server, enters the value in the HTML, and hydrates. */
  function enterEarly(fields: ReactNode, value: string) {
    const container = document.body.appendChild(document.createElement('div'))
    container.innerHTML = renderToString(fields)
    const field = container.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')
    if (!field) throw new Error('expected a field')
    field.value = value
    render(fields, { container, hydrate: true })
    return field
  }

  test('filters, if it is an option or a date', () => {
    const onChoose = vi.fn()
    enterEarly(<Choice label="Skill" value="" options={[['a', 'A']]} onChoose={onChoose} />, 'a')
    enterEarly(<Day label="From" value={undefined} onChoose={onChoose} />, '2026-11-02')
    expect(onChoose.mock.calls).toEqual([['a'], ['2026-11-02']])
  })

  test('filters only once the router above the field is ready', () => {
    const order: string[] = []
    const choice = <Choice label="Skill" value="" options={[['a', 'A']]} onChoose={(value) => order.push(value)} />
    enterEarly(<Router onReady={() => void order.push('router')}>{choice}</Router>, 'a')
    expect(order).toEqual(['router', 'a'])
  })

  test('filters after the pause in typing, if it is a text', async () => {
    const onChoose = vi.fn()
    const field = enterEarly(<Words label="Words" value="" onChoose={onChoose} />, 'tokyo')
    expect(field.value).toBe('tokyo')
    await vi.waitFor(() => expect(onChoose.mock.calls).toEqual([['tokyo']]), 30_000)
  })

  test('does nothing, if it is what the page was rendered with', () => {
    const onChoose = vi.fn()
    enterEarly(<Choice label="Skill" value="a" options={[['a', 'A']]} onChoose={onChoose} />, 'a')
    expect(onChoose).not.toHaveBeenCalled()
  })
})
