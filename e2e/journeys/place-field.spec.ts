import { expect, test } from '../support/test.ts'

const towns = [
  ['Kyoto', /^Kyoto.*Japan/, 'Kyoto'],
  ['京都', /^Kyoto.*Japan/, 'Kyoto'],
  ['Versailles', /^Versailles.*France/, 'Versailles'],
  ['Banff', /^Banff.*Alberta/, 'Banff'],
  ['Москва', /^Moscow.*MOW/, /^Moscow/],
] as const

test('a stay can be searched in a town, by its name in any script', async ({ page }) => {
  await page.goto('/hotels')
  const where = page.getByRole('combobox', { name: 'Where', exact: true })
  for (const [words, option, name] of towns) {
    await where.fill(words)
    await expect(page.getByRole('listbox').getByRole('option').first()).toHaveAccessibleName(option)
    await where.press('Enter')
    await expect(where).toHaveValue(name)
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeFocused()
  }
})

test('the highlighted place stays visible in a list taller than the window', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.goto('/')
  await page.getByRole('combobox', { name: 'From', exact: true }).fill('san')
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
    expect(await isInSight(), key).toBe(true)
  }
})
