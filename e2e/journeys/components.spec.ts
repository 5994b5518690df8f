import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { expect, test } from '../support/test.ts'

test('every component in its states fits a phone and a desktop, and passes axe in both themes', async ({ page }, {
  attach,
}) => {
  await page.goto('/dev/components')
  await expect(page.getByRole('heading', { name: 'Components', exact: true })).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, `the components at ${width} px`)
    await expectNoViolations(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const body = await page.screenshot({ fullPage: true })
      await attach(`components-${width}-${colorScheme}`, { body, contentType: 'image/png' })
    }
  }
})
