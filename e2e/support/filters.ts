import { expect, type Locator, type Page } from '@playwright/test'

/** The filters: the rail, or on a phone the sheet, which is opened. */
export async function openFilters(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (!(await button.isVisible())) return page.getByRole('complementary', { name: 'Filters' })
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Closes the sheet, when there is one. */
export async function closeFilters(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: /^Show \d+ flights?$/ }).click()
  await expect(sheet).toBeHidden()
}

/** What an option says: how many flights it would give. */
export async function countOf(filters: Locator, option: string | RegExp): Promise<number> {
  const text = await filters.locator('label', { hasText: option }).locator('.option-count').textContent()
  return Number.parseInt(text ?? '', 10)
}

/** How many flights the status line says, of how many. */
export async function shownOf(page: Page): Promise<[shown: number, of: number]> {
  const text = (await page.getByRole('status').first().textContent()) ?? ''
  const [, shown = '', , of = shown] = /^(\d+)( of (\d+))? flights?/.exec(text) ?? []
  return [Number(shown), Number(of)]
}
