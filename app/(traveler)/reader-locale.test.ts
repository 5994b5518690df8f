import { describe, expect, it } from 'vitest'
import { localeOf } from './reader-locale.ts'

describe('localeOf', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['xx-invalid-tag-that-is-long, nl;q=0.5', 'nl'],
    ['*', 'en-US'],
    ['', 'en-US'],
    [null, 'en-US'],
    ['en-GB', 'en-GB'],
    ['<script>,ja', 'ja'],
  ])('takes from %s the first language that can be formatted: %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale)
  })
})
