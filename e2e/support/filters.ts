import { expect, type Locator, type Page } from '@playwright/test'

/** The filter rail, or on a phone the opened filter sheet, with all filters unfolded. */
export async function openFilters(page: Page): Promise<Locator> {
  const filters = await showFilters(page)
  const folded = filters.getByRole('heading').getByRole('button', { expanded: false })
  await expect(filters.getByRole('checkbox').first()).toBeVisible()
  for (let left = await folded.count(); left > 0; left -= 1) {
    await folded.first().click()
    await expect(folded).toHaveCount(left - 1)
  }
  return filters
}

async function showFilters(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: /^Filters/ })
  const rail = page.getByRole('complementary', { name: 'Filters' })
  await expect(button.or(rail).filter({ visible: true }).first()).toBeVisible()
  if (!(await button.isVisible())) return rail
  await button.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Closes the filter sheet, if there is one. */
export async function closeFilters(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  if (!(await sheet.isVisible())) return
  await sheet.getByRole('button', { name: /^Show \d+ flights?$/ }).click()
  await expect(sheet).toBeHidden()
}

/** The flight count that an option shows. */
export async function countOf(filters: Locator, option: string | RegExp): Promise<number> {
  const line = filters.locator('label', { hasText: option })
  return Number.parseInt((await line.getByText(/^\d+ (flight|hotel)s?$/).textContent()) ?? '', 10)
}

/** The numbers in the status line: matching flights, and all flights. */
export async function shownOf(page: Page): Promise<[shown: number, of: number]> {
  const status = page.getByRole('status').first()
  await expect(status).toHaveText(/^\d+( of \d+)? (sample |outbound )?flights?/)
  const text = (await status.textContent()) ?? ''
  const [, shown = '', , of = shown] = /^(\d+)( of (\d+))? (?:sample |outbound )?flights?/.exec(text) ?? []
  return [Number(shown), Number(of)]
}
