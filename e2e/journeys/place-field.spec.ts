import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const towns = [
  ['Kyoto', /^Kyoto.*Japan/, 'Kyoto'],
  ['京都', /^Kyoto.*Japan/, 'Kyoto'],
  ['Versailles', /^Versailles.*France/, 'Versailles'],
  ['Banff', /^Banff.*Alberta/, 'Banff'],
  ['Москва', /^Moscow.*MOW/, /^Moscow/],
] as const

/** Types into the place field, and expects its list within the window. */
async function expectListFits(page: Page, field: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('combobox', { name: field, exact: true }).fill('san')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  const box = await page.getByRole('listbox').boundingBox()
  const [top, bottom] = [box?.y ?? -1, (box?.y ?? 0) + (box?.height ?? 1000)]
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(768)
  expect(bottom - top).toBeGreaterThan(240)
}

test('a stay can be searched in a town, by its name in any script; the list of places fits a window of 1366 by 768', async ({
  page,
}) => {
  await page.goto('/hotels')
  await expectListFits(page, 'Where')
  const where = page.getByRole('combobox', { name: 'Where', exact: true })
  for (const [words, option, name] of towns) {
    await where.fill(words)
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAccessibleName(option)
    await where.press('Enter')
    await expect(where).toHaveValue(name)
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeFocused()
  }
})

test('the list of places fits a window of 1366 by 768; in a lower window, the highlighted place stays visible', async ({
  page,
}) => {
  await page.goto('/')
  await expectListFits(page, 'From')
  await page.setViewportSize({ width: 1280, height: 420 })
  const from = page.getByRole('combobox', { name: 'From', exact: true })
  await from.fill('')
  await from.fill('san')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.nth(5)).toBeAttached()
  const isInSight = () =>
    page
      .getByRole('listbox')
      .getByRole('option', { selected: true })
      .evaluate((option) => {
        const [box, list] = [option.getBoundingClientRect(), option.parentElement?.getBoundingClientRect()]
        return list !== undefined && box.top >= list.top - 1 && box.bottom <= list.bottom + 1
      })
  for (const key of [...Array<string>(5).fill('ArrowDown'), ...Array<string>(3).fill('ArrowUp')]) {
    await page.keyboard.press(key)
    await expect.poll(() => isInSight(), key).toBe(true)
  }
})
