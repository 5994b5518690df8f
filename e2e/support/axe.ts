import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules whose outcome depends on colors: the only ones that the dark theme can change. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Expects no axe violations on the current page, in the light and the dark theme. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Legacy mode opens no page of its own for each check. It cannot see into frames of other origins: there are none.
    // Describing what passes would take a quarter of the time.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (colorScheme === 'dark' ? axe.withRules(colorRules) : axe).analyze()
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }))
    expect(found, `axe violations, ${colorScheme}`).toEqual([])
  }
}
