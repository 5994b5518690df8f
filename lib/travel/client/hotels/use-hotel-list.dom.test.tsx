import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { ExchangeRates } from '../../model/exchange-rates.ts'
import { type HotelFilters, noHotelFilters } from '../../model/hotels/filters.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { makeHotel } from '../../model/hotels/testing-hotels.ts'
import type { Comparison } from '../../model/hotels/total.ts'
import { useHotelGroups, useHotelList } from './use-hotel-list.ts'

const now = Date.parse('2027-01-15T12:00:00Z')
const comparison = { currency: 'EUR', rates: null }

beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => vi.useRealTimers())

function offerOf(fields: Partial<HotelResult>): HotelOffer {
  const hotel = makeHotel(fields)
  return { key: hotel.id, price: hotel.price, source: 's', data: 'live', cached: false, fetchedAtMs: now, hotel }
}

function free(id: string, untilMs: number, amount = 300): HotelOffer {
  const until = `${new Date(untilMs).toISOString().slice(0, 19)}+00:00`
  const cancellation = { kind: 'free' as const, until, penalties: [] }
  return offerOf({ hotel_id: id, id, price: { amount, currency: 'EUR' }, cancellation })
}

const minuteMs = 60_000

function useList(offers: readonly HotelOffer[], filters: HotelFilters, waiting?: readonly HotelOffer[]) {
  return useHotelList(offers, useHotelGroups(offers, comparison), filters, 'best', waiting)
}

function listOf(offers: readonly HotelOffer[], filters = { ...noHotelFilters, freeCancellation: true }) {
  const { result } = renderHook(() => useList(offers, filters))
  return () => ({
    rows: result.current.rows.map(({ offer }) => offer.key),
    free: result.current.all
      .flatMap(({ rates }) => rates)
      .filter((rate) => rate.free)
      .map(({ offer }) => offer.key),
  })
}

test('free cancellation ends in an open list when each deadline passes, for the rows and for the filter', () => {
  const list = listOf([free('A', now + 10 * minuteMs), free('B', now + 30 * minuteMs)])
  expect(list().rows).toHaveLength(2)
  act(() => vi.advanceTimersByTime(10 * minuteMs - 1))
  expect(list().free.toSorted()).toEqual(['A', 'B'])
  act(() => vi.advanceTimersByTime(1))
  expect(list()).toEqual({ free: ['B'], rows: ['B'] })
  act(() => vi.advanceTimersByTime(20 * minuteMs))
  expect(list()).toEqual({ free: [], rows: [] })
})

test('free cancellation ends on time even if its deadline is further ahead than a timer can wait', () => {
  const dayMs = 24 * 60 * minuteMs
  const list = listOf([free('A', now + 60 * dayMs)])
  for (let day = 1; day < 60; day++) act(() => vi.advanceTimersByTime(dayMs))
  expect(list().free).toEqual(['A'])
  act(() => vi.advanceTimersByTime(dayMs))
  expect(list().free).toEqual([])
})

test('the best order no longer counts free cancellation after its deadline', () => {
  const list = listOf([free('A', now + minuteMs, 303), offerOf({ hotel_id: 'B', id: 'B' })], noHotelFilters)
  expect(list().rows).toEqual(['A', 'B'])
  act(() => vi.advanceTimersByTime(minuteMs))
  expect(list().rows).toEqual(['B', 'A'])
})

test('waiting offers count as the hotels that they add, or as all their hotels if they replace the list', () => {
  const known = [offerOf({ hotel_id: 'A', id: 'A' })]
  const moreOf = (waiting: HotelOffer[]) =>
    renderHook(() => useList(known, noHotelFilters, waiting)).result.current.more
  const [same, other] = [offerOf({ hotel_id: 'A', id: 'A2' }), offerOf({ hotel_id: 'B', id: 'B' })]
  expect(moreOf([])).toBe(0)
  expect(moreOf([same])).toBe(0)
  expect(moreOf([same, other])).toBe(1)
  expect(moreOf([same, other].map((offer) => ({ ...offer, data: 'test' })))).toBe(2)
})

test('late rates convert the totals of a list in several currencies, and leave the groups of any other list as they are', () => {
  const rates: ExchangeRates = { base: 'EUR', date: '2027-01-15', rates: { USD: 1.2 }, source: 'ECB', data: 'live' }
  const groupsOf = (offers: readonly HotelOffer[]) => {
    const initialProps: Comparison = comparison
    const { result, rerender } = renderHook((known: Comparison) => useHotelGroups(offers, known), { initialProps })
    const before = result.current.all
    rerender({ ...comparison, rates })
    return { before, after: result.current.all }
  }
  const euros = offerOf({ hotel_id: 'A', id: 'A' })
  const dollars = offerOf({ hotel_id: 'B', id: 'B', price: { amount: 360, currency: 'USD' } })
  const one = groupsOf([euros])
  expect(one.after).toBe(one.before)
  const amounts = groupsOf([euros, dollars]).after.map(({ rates: [{ compared }] }) => compared.amount)
  expect(amounts).toEqual([300, 300])
})
