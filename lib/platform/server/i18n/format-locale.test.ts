import { describe, expect, it } from 'vitest'
import { tickText } from '#lib/travel/model/flights/flight-format.ts'
import { formatDate, formatTime } from '#lib/travel/model/format.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { formatLocale } from './format-locale.ts'

describe('formatLocale', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'en-GB'],
    ['xx-invalid-tag-that-is-long, nl;q=0.5', 'en-GB'],
    ['*', 'en-US'],
    ['', 'en-US'],
    [null, 'en-US'],
    ['en-GB', 'en-GB'],
    ['<script>,ja', 'en-GB'],
    ['zh-CHS,ja', 'en-GB'],
    ['en-12', 'en-US'],
    ['en-AU,de', 'en-AU'],
    ['ko-KR', 'en-GB-u-hc-h12'],
    ['ar-EG', 'en-GB-u-hc-h12'],
    ['fa-IR', 'en-GB'],
  ])('maps accept-language %s to the locale %s of an English page', (header, locale) => {
    expect(formatLocale(header, 'en')).toBe(locale)
  })

  it.each([
    ['de-AT,de;q=0.9', 'de', 'de-AT'],
    ['en-US', 'de', 'de-u-hc-h12'],
    ['en-GB', 'nl', 'nl'],
    ['en-US', 'es', 'es-u-hc-h12'],
    [null, 'ja', 'ja'],
    ['ar-EG', 'ar-XB', 'en-GB-u-hc-h12'],
  ] as const)('with accept-language %s, a page in %s has the locale %s', (header, page, locale) => {
    expect(formatLocale(header, page)).toBe(locale)
  })
})

it.each(['de-DE', 'ar-EG', 'ko-KR', 'hi-IN', 'ja', 'en-US'])(
  'formats an English page for a reader with %s in English, with Latin digits',
  (tag) => {
    const locale = formatLocale(tag, 'en')
    const price = formatPrice(872, 'USD', locale)
    expect(price).toMatch(/^(US)?\$872$/)
    expect(formatDate('2027-01-12', locale)).toBe('Tue 12 Jan')
    const isTwelve = /[ap]m/i.test(formatTime('2027-01-12T18:00:00Z', locale))
    expect(/[ap]m/i.test(tickText(18, locale, true))).toBe(isTwelve)
  },
)

it.each([
  ['en-US', 'en', 'h23', 'en-US-u-hc-h23', '18:30'],
  ['de-DE', 'de', 'h12', 'de-DE-u-hc-h12', '6:30 PM'],
  ['en-US', 'nl', 'h23', 'nl-u-hc-h23', '18:30'],
  ['ko-KR', 'en', 'h12', 'en-GB-u-hc-h12', '6:30 pm'],
] as const)('a chosen clock wins over %s: a page in %s with %s writes %s', (header, page, clock, locale, time) => {
  expect(formatLocale(header, page, clock)).toBe(locale)
  expect(formatTime('2027-02-13T18:30:00Z', locale)).toBe(time)
})
