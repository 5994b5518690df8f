import { chooseDay } from '../support/search-form.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const dates = { in: /^Check in/, out: /^Check out/ }

test('a press outside the calendar after choosing only one of two dates leaves both fields empty', async ({ page }) => {
  await page.goto('/hotels')
  await page.getByRole('button', { name: dates.in }).click()
  await chooseDay(page, dayIn(33))
  await page.getByRole('contentinfo').click({ position: { x: 3, y: 3 } })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: dates.in })).toHaveText(/Add date/)
  await expect(page.getByRole('button', { name: dates.out })).toHaveText(/Add date/)
})
