import { expect, test } from 'vitest'
import { addSlice, changeSlice, formSlices, moveSlice, sliceValues } from './edit-slices.ts'
import { emptyForm } from './flight-form.ts'

const slice = (origin: string, destination: string, date = '') => ({ origin, destination, date })
const trip = [slice('AMS', 'NYC', '2027-03-11'), slice('NYC', 'AUA')]

test('a new flight starts where the last one ends', () => {
  expect(addSlice(trip).at(-1)).toEqual(slice('AUA', ''))
})

test('a changed destination also changes the next origin, unless that origin was already a different place', () => {
  expect(changeSlice(trip, 0, { destination: 'BOS' })).toEqual([slice('AMS', 'BOS', '2027-03-11'), slice('BOS', 'AUA')])
  const elsewhere = [trip[0] ?? slice('', ''), slice('PHL', 'AUA')]
  expect(changeSlice(elsewhere, 0, { destination: 'BOS' })[1]).toEqual(slice('PHL', 'AUA'))
})

test('changing the date or clearing the destination does not change the next flight', () => {
  expect(changeSlice(trip, 0, { date: '2027-03-12' })[1]).toEqual(trip[1])
  expect(changeSlice(trip, 0, { destination: '' })[1]).toEqual(trip[1])
})

test('moving a flight moves its cities but not the dates; moving beyond either end changes nothing', () => {
  expect(moveSlice(trip, 0, 1)).toEqual([slice('NYC', 'AUA', '2027-03-11'), slice('AMS', 'NYC')])
  expect(moveSlice(trip, 1, -1)).toEqual(moveSlice(trip, 0, 1))
  expect(moveSlice(trip, 1, 1)).toEqual(trip)
  expect(moveSlice(trip, 0, -1)).toEqual(trip)
})

test('flights round-trip through the values of the form', () => {
  expect(formSlices({ ...emptyForm, ...sliceValues(trip) })).toEqual(trip)
})
