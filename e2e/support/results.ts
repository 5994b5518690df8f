import { expect, type Locator, type Page } from '@playwright/test'

/** The offers on the results page, in order. */
export const offers = (page: Page): Locator => page.getByRole('article')

/** The list of flights, with its notices, or the state in its place. */
export const flightResults = (page: Page): Locator => page.getByRole('region', { name: 'Flights', exact: true })

/** The list of hotels, with its notices, or the state in its place. */
export const hotelResults = (page: Page): Locator => page.getByRole('region', { name: 'Hotels', exact: true })

/** Waits for results: at least one offer, and a count in the status line. */
export async function expectResults(page: Page): Promise<void> {
  await expect(offers(page).first()).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^\d+ (sample|outbound) flights?/)
}

/** Chooses the first outbound of a round trip, and waits for its returns. */
export async function chooseOutbound(page: Page): Promise<void> {
  await offers(page)
    .first()
    .getByRole('button', { name: /^Choose this outbound/ })
    .click()
  await expect(page.getByRole('button', { name: 'Change outbound' })).toBeVisible()
}

/** The title of the state shown in place of a list. */
export const stateTitle = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 2, name })

/** The price for all travelers that each offer shows, as a number. */
export async function prices(page: Page): Promise<number[]> {
  const shown = offers(page)
    .getByText(/^\$[\d,.]+$/)
    .filter({ visible: true })
  return (await shown.allTextContents()).map(numberIn)
}

/** The sentence that a screen reader speaks for each offer. */
export const sentences = (page: Page): Promise<string[]> =>
  offers(page)
    .getByText(/ leaves .* arrives /)
    .allTextContents()

/** The total minutes of each offer's legs. */
export async function minutes(page: Page): Promise<number[]> {
  const rows = await sentences(page)
  return rows.map((row) => {
    const legs = row.matchAll(/, (?:(\d+) hours?)? ?(?:(\d+) minutes?)?, (?:nonstop|\d+ stops?)/g)
    return [...legs].reduce((sum, [, hours = '0', rest = '0']) => sum + Number(hours) * 60 + Number(rest), 0)
  })
}

/** The local departure time of each offer's first leg, in minutes since midnight. */
export async function departures(page: Page): Promise<number[]> {
  const rows = await sentences(page)
  return rows.map((row) => clockOf(/ leaves .*? at (.*?), arrives /.exec(row)?.[1] ?? ''))
}

const numberIn = (price: string): number => Number(price.replace(/[^\d.]/g, ''))

/** The amount beside a term in a row's table, such as "Total, nothing to add". */
export const amountBeside = (row: Locator, term: string | RegExp): Locator =>
  row.locator('dl > div').filter({ hasText: term }).getByRole('definition')

function clockOf(time: string): number {
  const [, hours = '', minute = '', half] = /(\d+):(\d+)\s*([AP]M)?/i.exec(time) ?? []
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minute)
}

/**
 * Expects the rows in ascending order of the values that `read` returns. The values must be present and differ, because
 * an empty list and equal values are always in order.
 */
export async function expectAscending(page: Page, read: (page: Page) => Promise<number[]>): Promise<void> {
  await expect(async () => {
    const [values, rows] = [await read(page), await offers(page).count()]
    expect(values).toHaveLength(rows)
    expect(values.every((value) => value > 0)).toBe(true)
    expect(new Set(values).size).toBeGreaterThan(1)
    expect(values).toEqual(values.toSorted((a, b) => a - b))
  }).toPass()
}
