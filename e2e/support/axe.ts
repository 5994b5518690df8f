import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import type { RunOptions, run } from 'axe-core'

declare const axe: { readonly run: typeof run }

const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules that look at colors, which take most of a check's time. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Closed rows from the third on, and calls of the HTTP API from the ninth on. Axe skips them: they are like the others. */
const more =
  '[aria-posinset]:nth-of-type(n + 3):not(:has([aria-expanded="true"])), .api > :is(section, details):nth-of-type(n + 9)'

type Options = {
  /** The parts of the page whose colors no other check sees. Otherwise all of it. */
  colorsOf?: Locator
}

/**
 * Expects no axe violations on the current page, in the light theme: `tokens.test.ts` compares the colors of both. While
 * a modal dialog is open, checks only the dialog: the content behind it cannot be reached and has its own check.
 */
export async function expectNoViolations(page: Page, { colorsOf }: Options = {}): Promise<void> {
  await expectSettled(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // Loads axe once per document, because loading it takes longer than the rules of a small page.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script)
  const withoutColors = { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) }
  expect(await violationsIn(page, undefined, colorsOf ? withoutColors : {}), 'axe violations').toEqual([])
  if (!colorsOf) return
  await expect(colorsOf.first()).toBeVisible()
  const parts = await colorsOf.elementHandles()
  expect(await violationsIn(page, parts, { runOnly: colorRules }), 'axe violations of colors').toEqual([])
}

/**
 * Waits until the page is what a reader finds. After a change or a navigation, React renders parts as they arrive; a list
 * is pale while its rows are recomputed or read, and new elements fade in.
 */
async function expectSettled(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./)
  await expect(page.locator('.is-stale, .is-busy')).toHaveCount(0)
  await page.evaluate(async () => {
    await document.fonts.ready
    // The browser is idle only after the page has rendered what has arrived. A page that is always busy is checked as it is.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 30_000 }))
  })
}

/** The violations in these parts. Absent: in the modal dialog, or else in the whole page. */
const violationsIn = (page: Page, parts: ElementHandle<Node>[] | undefined, options: RunOptions) =>
  page.evaluate(
    async ([parts, exclude, options]) => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const include = parts ?? document.querySelector('dialog:modal') ?? document
      const { violations } = await axe.run({ include, exclude: [exclude] }, { resultTypes: ['violations'], ...options })
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
      }))
    },
    [parts, more, options] as const,
  )
