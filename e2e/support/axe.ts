import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type { run } from 'axe-core'

declare const axe: { readonly run: typeof run }

const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules whose outcome depends on colors: the only ones that the dark theme can change. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Closed rows from the third on. Axe skips them: they are like the first two, and checking their colors is slow. */
const moreRows = '[aria-posinset]:nth-of-type(n + 3):not(:has([aria-expanded="true"]))'

/**
 * Expects no axe violations on the current page in the light and the dark theme. While a modal dialog is open, checks
 * only the dialog: the content behind it cannot be reached and has its own check.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  // A list is pale while its rows are recomputed, and new elements fade in.
  await expect(page.locator('.is-stale')).toHaveCount(0)
  // Loads axe once per document, because loading it takes longer than the rules of a small page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = await page.evaluate(
      async ([exclude, only]) => {
        const options = { resultTypes: ['violations' as const], ...(only && { runOnly: only }) }
        const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        await Promise.allSettled(ending.map(({ finished }) => finished))
        const include = document.querySelector('dialog:modal') ?? document
        const { violations } = await axe.run({ include, exclude: [exclude] }, options)
        return violations.map(({ id, help, nodes }) => ({
          id,
          help,
          at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
        }))
      },
      [moreRows, colorScheme === 'dark' ? colorRules : undefined] as const,
    )
    expect(found, `axe violations, ${colorScheme}`).toEqual([])
  }
}
