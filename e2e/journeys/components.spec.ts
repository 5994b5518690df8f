import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { expect, test } from '../support/test.ts'

test('every component in its states fits a phone and a desktop, and passes axe', async ({ page }) => {
  await page.goto('/dev/components')
  await expect(page.getByRole('heading', { name: 'Components', exact: true })).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, `the components at ${width} px`)
    await expectNoViolations(page)
  }
})
