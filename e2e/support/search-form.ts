import { type Locator, type Page, expect as soon } from '@playwright/test'

/** Waits as long in a bench as in a test. */
const expect = soon.configure({ timeout: 90_000 })

/** Types into a place field until the wanted place is highlighted, then chooses it with Enter. */
export async function typePlace(
  page: Page,
  field: 'From' | 'To' | 'Where' | `Flight ${number}: To`,
  words: string,
  wanted: RegExp,
): Promise<void> {
  const input = page.getByRole('combobox', { name: field, exact: true })
  await input.focus()
  await page.keyboard.type(words)
  await expect(page.getByRole('option', { name: wanted, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue(wanted)
}

/** A day of the open calendar, by its accessible name. */
export const dayButton = (page: Page, date: string): Locator => {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  const day = page.getByRole('dialog').getByRole('button', { name: new RegExp(`, ${text}`) })
  return day.and(page.locator(':not([aria-disabled="true"])'))
}

/** Chooses a day in the open calendar, paging by month until the day is shown. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  const day = dayButton(page, date)
  const month = page.getByRole('dialog').getByRole('grid').first()
  await expect(month).toBeVisible()
  while ((await day.count()) === 0) {
    const name = (await month.getAttribute('aria-label')) ?? ''
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).first().click()
    await expect(month).not.toHaveAttribute('aria-label', name)
  }
  await day.click()
}

/** Fills departure and return through the calendar. */
export async function chooseDates(page: Page, date: string, returnDate: string): Promise<void> {
  await page.getByRole('button', { name: /^Depart/ }).click()
  await chooseDay(page, date)
  await chooseDay(page, returnDate)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
