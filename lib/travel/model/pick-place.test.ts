import { describe, expect, it } from 'vitest'
import { pickPlace } from './pick-place.ts'
import type { Place } from './place.ts'

const place = (code: string, type: Place['type'] = 'airport'): Place => ({
  code,
  type,
  name: code,
  city: 'Tokyo',
  country: 'Japan',
  lat: 0,
  lon: 0,
})
const tokyo = { query: 'tok', places: [place('TYO', 'city'), place('HND'), place('NRT')] }
const nothing = { query: '', places: [] }

describe('leaving a place field', () => {
  it('chooses the highlighted place of a list that matches the words', () => {
    expect(pickPlace('tok', tokyo, 0)).toMatchObject({ kind: 'place', place: { code: 'TYO' } })
    expect(pickPlace('tok', tokyo, 2)).toMatchObject({ kind: 'place', place: { code: 'NRT' } })
  })

  it('chooses a typed code before any list arrives', () => {
    expect(pickPlace('nrt', nothing, 0)).toEqual({ kind: 'code', code: 'NRT' })
    expect(pickPlace(' NRT ', tokyo, 0)).toMatchObject({ kind: 'place', place: { code: 'NRT' } })
    expect(pickPlace('SEA', tokyo, 0)).toEqual({ kind: 'code', code: 'SEA' })
  })

  it('prefers a typed code to the first place of the list', () => {
    const options = { query: 'HND', places: [place('TYO', 'city'), place('HND')] }
    expect(pickPlace('HND', options, 0)).toMatchObject({ place: { code: 'HND' } })
  })

  it('prefers the place of that name to a code in small letters', () => {
    const options = { query: 'goa', places: [place('GOI', 'city'), place('GOA')] }
    expect(pickPlace('goa', options, 0)).toMatchObject({ place: { code: 'GOI' } })
    expect(pickPlace('GOA', { ...options, query: 'GOA' }, 0)).toMatchObject({ place: { code: 'GOA' } })
  })

  it('chooses nothing for words without a matching list', () => {
    expect(pickPlace('tokyo', tokyo, 0)).toEqual({ kind: 'none' })
    expect(pickPlace('', tokyo, 0)).toEqual({ kind: 'none' })
    expect(pickPlace('qwerty', { query: 'qwerty', places: [] }, 0)).toEqual({ kind: 'none' })
  })
})
