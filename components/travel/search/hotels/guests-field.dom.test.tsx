import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { emptyHotelForm, type HotelFormValues } from '#lib/travel/model/hotels/hotel-form.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { GuestsField } from './guests-field.tsx'

let latest: HotelFormValues

function Guests({ initial }: { initial: Partial<HotelFormValues> }) {
  const [value, setValue] = useState<HotelFormValues>({ ...emptyHotelForm, ...initial })
  latest = value
  return (
    <GuestsField
      value={value}
      error={undefined}
      buttonRef={null}
      withCurrency={false}
      onChange={(change) => setValue({ ...value, ...change })}
    />
  )
}

async function openGuests(initial: Partial<HotelFormValues> = {}) {
  const user = userEvent.setup()
  render(<Guests initial={initial} />)
  await user.click(screen.getByRole('button', { name: /^Guests and rooms/ }))
  await screen.findByRole('group', { name: 'Rooms' })
  return user
}

const roomOf = (number: number) => within(screen.getByRole('group', { name: `Room ${number}` }))
const different = { name: 'Different guests in each room' }

test('a family of three in two rooms is chosen with the keyboard, room by room, with the age of the child', async () => {
  const user = await openGuests()
  expect(screen.queryByRole('checkbox', different)).toBeNull()
  screen.getByRole('button', { name: 'One more: Rooms' }).focus()
  await user.keyboard('{Enter}')
  screen.getByRole('checkbox', different).focus()
  await user.keyboard(' ')
  const second = roomOf(2)
  await user.click(second.getByRole('button', { name: 'One fewer: Adults' }))
  await user.click(second.getByRole('button', { name: 'One more: Children' }))
  expect(latest.room_guests).toEqual(['2', '1-'])
  await user.selectOptions(second.getByRole('combobox', { name: 'Child 1' }), '7')
  expect(latest.room_guests).toEqual(['2', '1-7'])
  expect(screen.getByRole('button', { name: /^Guests and rooms 4 guests, 2 rooms/ })).toBeDefined()
})

test('another room begins with one adult, and the last room is the one that goes', async () => {
  const user = await openGuests({ room_guests: ['2', '1-7'] })
  await user.click(screen.getByRole('button', { name: 'One more: Rooms' }))
  expect(latest.room_guests).toEqual(['2', '1-7', '1'])
  await user.click(screen.getByRole('button', { name: 'One fewer: Rooms' }))
  expect(latest.room_guests).toEqual(['2', '1-7'])
})

test('without the switch, every room has the guests of the first room', async () => {
  const user = await openGuests({ room_guests: ['1-7', '2'] })
  await user.click(screen.getByRole('checkbox', different))
  expect(latest).toMatchObject({ adults: 1, child_ages: [7], rooms: 2, room_guests: [] })
})

test('a room has at most nine guests', async () => {
  const user = await openGuests({ room_guests: ['8', '1-7'] })
  const first = roomOf(1)
  await user.click(first.getByRole('button', { name: 'One more: Children' }))
  const more = first.getByRole('button', { name: 'One more: Adults' })
  expect(more.getAttribute('aria-disabled')).toBe('true')
  await user.click(more)
  expect(latest.room_guests).toEqual(['8-', '1-7'])
})
