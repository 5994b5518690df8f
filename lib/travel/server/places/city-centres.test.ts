import { expect, test } from 'vitest'
import { createCityCentres } from './city-centres.ts'

const town = (name: string, lat: number, lon: number, population: number, featureCode = 'PPL') => ({
  name,
  country: 'XX',
  adminCode: '',
  featureCode,
  population,
  loc: { type: 'Point', coordinates: [lon, lat] },
})
const centreOf = createCityCentres([
  town('Paris', 48.85, 2.35, 2_100_000, 'PPLC'),
  town('Roissy-en-France', 49, 2.52, 2_800),
  town('Paris', 33.66, -95.55, 25_000),
  town('Paris 01', 48.86, 2.34, 16_000, 'PPLX'),
  town('Genève', 46.2, 6.14, 200_000),
  town('Annemasse', 46.19, 6.23, 35_000),
  town('New York City', 40.71, -74, 8_800_000),
  town('Taveuni Town', -16.8, 179.97, 900),
])

test('finds the city that the airport is named after, not the town around its runways', () => {
  expect(centreOf('Paris', { lat: 49.01, lon: 2.55 })).toMatchObject({ lat: 48.85, lon: 2.35 })
})

test('ignores a city of the same name far away', () => {
  expect(centreOf('Paris', { lat: 33.64, lon: -95.45 })).toMatchObject({ lat: 33.66, lon: -95.55 })
})

test('accepts a longer form of the name, and otherwise uses the largest town nearby', () => {
  expect(centreOf('New York', { lat: 40.64, lon: -73.78 })).toMatchObject({ lat: 40.71, lon: -74 })
  expect(centreOf('Geneva', { lat: 46.24, lon: 6.11 })).toMatchObject({ lat: 46.2, lon: 6.14 })
})

test('measures distances across the date line', () => {
  expect(centreOf('Taveuni', { lat: -16.69, lon: -179.88 })).toMatchObject({ lat: -16.8, lon: 179.97 })
})

test('uses the airport itself if no town is nearby', () => {
  expect(centreOf('Amundsen', { lat: -89.9, lon: 0 })).toMatchObject({ lat: -89.9, lon: 0 })
})
