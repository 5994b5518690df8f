'use client'

import {
  emptyHotelForm,
  type FormRoom,
  readFormRoom,
  roomCount,
  writeFormRoom,
} from '#lib/travel/model/hotels/hotel-form.ts'
import { useTexts } from '../../../ui/texts.tsx'
import { Stepper } from '../stepper.tsx'

export interface Guests extends FormRoom {
  rooms: number
  /** The guests of each room, if they differ. */
  room_guests?: string[]
}

interface GuestsPanelProps {
  value: Guests
  isWrong: boolean
  onChange: (change: Partial<Guests>) => void
}

const MAX_IN_ROOM = 9
const MAX_ROOMS = 9
const MAX_CHILDREN = 8
const ages = Array.from({ length: 18 }, (_, age) => age)

/** The rooms and their guests: the same in every room, or, with the switch, those of each room. */
export function GuestsPanel({ value, isWrong, onChange }: GuestsPanelProps) {
  const t = useTexts('search')
  const { adults, child_ages, room_guests = [] } = value
  const rooms = roomCount(value)
  const isDifferent = room_guests.length > 0

  function setRooms(count: number) {
    if (!isDifferent) onChange({ rooms: count })
    else onChange({ room_guests: Array.from({ length: count }, (_, at) => room_guests[at] ?? '1') })
  }

  /** Rooms with guests of their own begin with the common ones; common ones are those of the first room. */
  function setDifferent(isOn: boolean) {
    const { adults: usual, child_ages: none, rooms: one } = emptyHotelForm
    if (isOn)
      onChange({
        adults: usual,
        child_ages: none,
        rooms: one,
        room_guests: Array<string>(rooms).fill(writeFormRoom({ adults, child_ages })),
      })
    else onChange({ ...readFormRoom(room_guests[0] ?? '2'), rooms, room_guests: [] })
  }

  return (
    <>
      <Stepper
        label={t('rooms')}
        hint={isDifferent ? '' : t('roomsHint')}
        value={rooms}
        min={1}
        max={MAX_ROOMS}
        onChange={setRooms}
      />
      {(rooms > 1 || isDifferent) && (
        <label className="check">
          <input type="checkbox" checked={isDifferent} onChange={({ target }) => setDifferent(target.checked)} />
          <span>{t('differentGuests')}</span>
        </label>
      )}
      {isDifferent ? (
        room_guests.map((room, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rooms have no id but their index.
          <fieldset key={at} className="room">
            <legend>{t('roomNumber', { number: at + 1 })}</legend>
            <RoomFields
              room={readFormRoom(room)}
              hints={{ adults: t('ofThisRoom'), children: t('ofThisRoom') }}
              isWrong={isWrong}
              onChange={(changed) => onChange({ room_guests: room_guests.with(at, writeFormRoom(changed)) })}
            />
          </fieldset>
        ))
      ) : (
        <RoomFields
          room={{ adults, child_ages }}
          hints={{ adults: t('roomAdultsHint'), children: t('roomChildrenHint') }}
          isWrong={isWrong}
          onChange={onChange}
        />
      )}
    </>
  )
}

interface RoomFieldsProps {
  room: FormRoom
  hints: { adults: string; children: string }
  isWrong: boolean
  onChange: (room: FormRoom) => void
}

/** The guests of one room, with the children's ages. */
function RoomFields({ room, hints, isWrong, onChange }: RoomFieldsProps) {
  const t = useTexts('search')
  const { adults, child_ages } = room
  const bedsLeft = MAX_IN_ROOM - adults - child_ages.length
  return (
    <>
      <Stepper
        label={t('adults')}
        hint={hints.adults}
        value={adults}
        min={1}
        max={adults + bedsLeft}
        onChange={(count) => onChange({ adults: count, child_ages })}
      />
      <Stepper
        label={t('children')}
        hint={hints.children}
        value={child_ages.length}
        min={0}
        max={Math.min(MAX_CHILDREN, child_ages.length + bedsLeft)}
        onChange={(count) =>
          onChange({ adults, child_ages: Array.from({ length: count }, (_, at) => child_ages[at] ?? null) })
        }
      />
      {child_ages.length > 0 && (
        <fieldset className="ages">
          <legend>{t('ageAtCheckOut')}</legend>
          {child_ages.map((age, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: children have no id but their index.
            <label key={at} className="opts-currency row">
              <span>{t('childNumber', { number: at + 1 })}</span>
              <select
                value={age ?? ''}
                aria-invalid={isWrong && age === null ? true : undefined}
                onChange={({ target }) =>
                  onChange({
                    adults,
                    child_ages: child_ages.with(at, target.value === '' ? null : Number(target.value)),
                  })
                }
              >
                <option value="">{t('age')}</option>
                {ages.map((one) => (
                  <option key={one} value={one}>
                    {one === 0 ? t('underOne') : one}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
