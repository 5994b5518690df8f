import { expect, type Locator, type Page } from '@playwright/test'

/** The offers on the results page, in their order. */
export const offers = (page: Page): Locator => page.getByRole('article')

/** The results are there: at least one offer, and the status line says so. */
export async function expectResults(page: Page): Promise<void> {
  await expect(offers(page).first()).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/^\d+ flights? from 1 of 1 source/)
}

/** The state that stands in place of a list. */
export const stateTitle = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 2, name })

/** The price of each offer for all travelers, as a number. */
export async function prices(page: Page): Promise<number[]> {
  const texts = await offers(page).locator('.price > b').allTextContents()
  return texts.map((text) => Number(text.replace(/[^\d.]/g, '')))
}

/** The minutes that each offer's legs take together. */
export async function minutes(page: Page): Promise<number[]> {
  const rows = await offers(page).all()
  return Promise.all(
    rows.map(async (row) => {
      const legs = await row.locator('.sum .dur > b').allTextContents()
      return legs.map(minutesOf).reduce((sum, one) => sum + one, 0)
    }),
  )
}

/** The local time at which each offer's first leg leaves, in minutes since midnight. */
export async function departures(page: Page): Promise<number[]> {
  const rows = await offers(page).all()
  const times = await Promise.all(rows.map((row) => row.locator('.sum .when > b').first().textContent()))
  return times.map((time) => clockOf(time ?? ''))
}

function minutesOf(duration: string): number {
  const [, hours = '0', rest = '0'] = /^(\d+)\s*h\s*(\d+)?/.exec(duration) ?? []
  return Number(hours) * 60 + Number(rest)
}

function clockOf(time: string): number {
  const [, hours = '', minute = '', half] = /(\d+):(\d+)\s*([AP]M)?/i.exec(time) ?? []
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minute)
}

export const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
