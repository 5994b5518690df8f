import { expect, type Page } from '@playwright/test'

/**
 * Expects that the page does not scroll sideways, at its present window size and at the size of a phone. `boxes`: a
 * selector of parts that do not scroll sideways either, at the present size.
 */
export async function expectFit(page: Page, what: string, boxes?: string): Promise<void> {
  const window = page.viewportSize()
  if (window === null) throw new Error('The page has no window')
  for (const size of [{ width: 360, height: 780 }, window]) {
    await page.setViewportSize(size)
    const beyond = await page.evaluate(
      (boxes) => {
        const parts = boxes === undefined ? [] : [...document.querySelectorAll(boxes)]
        const widths = parts.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        return Math.max(document.documentElement.scrollWidth - innerWidth, ...widths)
      },
      size === window ? boxes : undefined,
    )
    expect(beyond, `${what}: sideways scroll at ${size.width} px`).toBeLessThanOrEqual(0)
  }
}
