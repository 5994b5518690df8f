import { expect, test } from 'vitest'
import { readAmenities } from './amenities.ts'

test('codes and names of providers become the amenities of the contract, in its order', () => {
  expect(readAmenities(['SWIMMING_POOL', 'WIFI', 'PETS_ALLOWED', 'AIR_CONDITIONING'])).toEqual([
    'wifi',
    'pool',
    'air_conditioning',
    'pets',
  ])
  expect(readAmenities(['Lift / Elevator', 'Free WiFi', 'Fitness facilities', '24-hour front desk'])).toEqual([
    'wifi',
    'fitness',
    'elevator',
    'reception_24h',
  ])
})

test('unknown, denied and malformed amenities are left out', () => {
  expect(readAmenities(['Pets not allowed', 'No parking', 'Pool table', 'BABY_SITTING', 7, null])).toBeUndefined()
  expect(readAmenities('WIFI')).toBeUndefined()
})
