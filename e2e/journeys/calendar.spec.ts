import { open } from '../support/open.ts'
import { chooseDay } from '../support/search-form.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const dates = { in: /^Check in/, out: /^Check out/ }

test('a press outside the calendar after choosing only one of two dates leaves both fields empty', async ({ page }) => {
  const checkIn = page.getByRole('button', { name: dates.in })
  await open(page, '/hotels', checkIn)
  await checkIn.click()
  await chooseDay(page, dayIn(33))
  await page.getByRole('contentinfo').click({ position: { x: 3, y: 3 } })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(checkIn).toHaveText(/Add date/)
  await expect(page.getByRole('button', { name: dates.out })).toHaveText(/Add date/)
})
