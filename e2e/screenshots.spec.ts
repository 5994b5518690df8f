import { expectResults, offers } from './support/results.ts'
import { dayIn, resultsPath } from './support/searches.ts'
import { expect, test } from './support/test.ts'

const sizes = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]

for (const viewport of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pictures at ${viewport.width} px, ${colorScheme}`, async ({ guestPage: page }) => {
      const picture = (name: string) =>
        page.screenshot({
          path: `docs/screenshots/${name}-${viewport.width}-${colorScheme}.png`,
          animations: 'disabled',
          scale: 'css',
        })
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(
        resultsPath({ origin: 'SEA', destination: 'NRT', date: dayIn(42), return_date: dayIn(52), adults: '2' }),
      )
      await expectResults(page)
      if (viewport.width > 720) {
        await offers(page)
          .nth(1)
          .getByRole('button', { name: /details/ })
          .click()
        await expect(page.getByText('Total, nothing to add')).toBeVisible()
      }
      await picture('results')
      await page.goto('/')
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await picture('home')
    })
  }
}
