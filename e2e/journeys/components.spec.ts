import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { createOwnApp } from '../support/own-app.ts'
import { expect, test } from '../support/test.ts'

test('npm run dev shows every component in its states, which fit two widths and pass axe in both themes', async ({
  page,
}, { attach }) => {
  await using app = await createOwnApp({}, { mode: 'dev' })
  await app.start()
  await page.goto(`${app.url}/dev/components`)
  await expect(page.getByRole('heading', { name: 'Components', exact: true })).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFit(page, `the components at ${width} px`)
    await expectNoViolations(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await attach(`components-${width}-${colorScheme}`, {
        body: await page.screenshot({ fullPage: true }),
        contentType: 'image/png',
      })
    }
  }
})
