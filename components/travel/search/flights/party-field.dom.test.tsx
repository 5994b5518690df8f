import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { PartyField } from './party-field.tsx'

function Party({ adults = 1, children = 0, infants = 0 }) {
  const [value, setValue] = useState({ adults, children, infants, cabin: 'economy' as const })
  return (
    <PartyField
      value={value}
      error={undefined}
      buttonRef={null}
      onChange={({ cabin: _, ...counts }) => setValue({ ...value, ...counts })}
    />
  )
}

async function openParty(party: React.ReactElement) {
  const user = userEvent.setup()
  render(party)
  await user.click(screen.getByRole('button', { name: /^Travelers and cabin/ }))
  await screen.findByRole('group', { name: 'Adults' })
  const button = (name: string) => screen.getByRole('button', { name })
  return {
    user,
    more: (kind: string) => button(`One more: ${kind}`),
    fewer: (kind: string) => button(`One fewer: ${kind}`),
    count: (kind: string) => within(screen.getByRole('group', { name: kind })).getByRole('status').textContent,
  }
}

test('the form allows at most nine seats', async () => {
  const { user, more, count } = await openParty(<Party adults={7} />)
  await user.click(more('Adults'))
  await user.click(more('Children'))
  for (const kind of ['Adults', 'Children']) {
    expect(more(kind).getAttribute('aria-disabled')).toBe('true')
    await user.click(more(kind))
  }
  expect([count('Adults'), count('Children')]).toEqual(['8', '1'])
})

test('children have at most eight seats, because one adult flies with them', async () => {
  const { user, more, count } = await openParty(<Party />)
  for (let press = 0; press < 10; press++) await user.click(more('Children'))
  expect([count('Adults'), count('Children')]).toEqual(['1', '8'])
  expect(more('Adults').getAttribute('aria-disabled')).toBe('true')
})

test('each adult carries at most one infant, also after an adult is removed', async () => {
  const { user, more, fewer, count } = await openParty(<Party adults={2} />)
  for (let press = 0; press < 3; press++) await user.click(more('Infants'))
  expect(count('Infants')).toBe('2')
  expect(more('Infants').getAttribute('aria-disabled')).toBe('true')
  await user.click(fewer('Adults'))
  expect([count('Adults'), count('Infants')]).toEqual(['1', '1'])
})

test('a button at its limit is announced as disabled and keeps the focus', async () => {
  const { user, more, fewer, count } = await openParty(<Party adults={8} />)
  expect(fewer('Infants').getAttribute('aria-disabled')).toBe('true')
  more('Adults').focus()
  await user.keyboard('{Enter}{Enter}')
  expect(count('Adults')).toBe('9')
  expect(document.activeElement).toBe(more('Adults'))
  expect(more('Adults').getAttribute('aria-disabled')).toBe('true')
})

test('the closed field shows all travelers and the cabin', () => {
  render(<Party adults={2} infants={1} />)
  expect(screen.getByRole('button', { name: /3 travelers, Economy/ })).toBeDefined()
})
