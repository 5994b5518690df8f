import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { loadGazetteer } from '../places/load-built.ts'
import { createPlaces } from '../places/places.ts'
import { mapPlaces } from './map-places.ts'

const sources = { gazetteer: loadGazetteer(findProjectRoot()), places: createPlaces() }
const lisbon = { lat: 38.7167, lon: -9.1333 }

test('a map names the city, its sights and the towns around it, each once and where it is', () => {
  const found = mapPlaces(sources, lisbon, 40, 'en')
  const names = found.map(({ name }) => name)
  expect(new Set(names).size).toBeGreaterThan(names.length - 4)
  expect(names.length).toBeLessThanOrEqual(48)
  expect(names).toEqual(expect.arrayContaining(['Lisbon', 'Almada', 'Cascais']))
  const almada = found.find(({ name }) => name === 'Almada')
  expect(almada?.y).toBeGreaterThan(2)
  expect(Math.abs(almada?.x ?? 40)).toBeLessThan(8)
})

test('a city has its name in the language of the page', () => {
  const nameIn = (language: 'de' | 'ja') => mapPlaces(sources, lisbon, 40, language).map(({ name }) => name)
  expect(nameIn('de')).toContain('Lissabon')
  expect(nameIn('ja')).toContain('リスボン')
})

test('the open sea has no names', () => {
  expect(mapPlaces(sources, { lat: 30, lon: -45 }, 40, 'en')).toEqual([])
})
