import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alliances } from './alliances.ts'
import { isTravelProfile } from './generated/travel-profile.ts'
import { GivenProfile, storedProfile } from './travel-profile.ts'
import { maxBags, maxOtherHomes, readCode, seats, type TravelProfile, usualProfile } from './usual-profile.ts'

const code = fc.option(fc.stringMatching(/^[A-Z]{3}$/), { nil: null })
const someProfile: fc.Arbitrary<TravelProfile> = fc.record({
  cabin_bags: fc.nat(maxBags.cabin),
  checked_bags: fc.nat(maxBags.checked),
  seat: fc.constantFrom(...seats),
  currency: code,
  clock: fc.constantFrom('h12', 'h23', null),
  home: code,
  other_homes: fc.array(fc.stringMatching(/^[A-Z]{3}$/), { maxLength: maxOtherHomes }),
  alliances: fc.subarray([...alliances]),
  airline_only: fc.boolean(),
  separate_tickets: fc.boolean(),
})

it('a stored profile is read as it was stored, by the server and by the page', () => {
  fc.assert(
    fc.property(someProfile, (profile) => {
      const stored: unknown = JSON.parse(JSON.stringify(profile))
      expect(storedProfile(stored)).toEqual(profile)
      expect(GivenProfile.parse(stored)).toEqual(profile)
      expect(isTravelProfile(stored)).toBe(true)
    }),
  )
})

it('any stored value is read as a profile whose fields are valid, or as none', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.record({ checked_bags: fc.jsonValue(), seat: fc.jsonValue() })),
      (value) => {
        const read = storedProfile(value)
        if (read !== null) expect(GivenProfile.parse(read)).toEqual(read)
        expect(read === null).toBe(typeof value !== 'object' || value === null)
      },
    ),
  )
})

it('an invalid field of a stored profile is the usual one, and the others are kept', () => {
  expect(storedProfile({ checked_bags: 99, seat: 'aisle' })).toEqual({ ...usualProfile, seat: 'aisle' })
})

it.each([
  [{ ...usualProfile, checked_bags: maxBags.checked + 1 }],
  [{ ...usualProfile, home: 'Amsterdam' }],
  [{ ...usualProfile, other_homes: ['AMS', 'EIN', 'RTM', 'BRU'] }],
  [{ ...usualProfile, passport: 'X123' }],
  [{ ...usualProfile, alliances: ['star', 'star', 'star', 'star'] }],
])('the API rejects %j', (profile) => {
  expect(GivenProfile.safeParse(profile).success).toBe(false)
})

it('the cookies of a page give a code or nothing', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readCode(text) ?? 'ABC').toMatch(/^[A-Z]{3}$/)
    }),
  )
  expect(readCode('EUR')).toBe('EUR')
})
