import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Waits until React has hydrated this control. The server's HTML shows the control earlier: a press before hydration is
 * lost, or makes the browser send the form without the page's script.
 */
export async function expectHydrated(control: Locator): Promise<void> {
  // React stores the props of an element that it controls in a property of the element.
  const isHydrated = (element: Element) => Object.keys(element).some((name) => name.startsWith('__reactProps$'))
  await expect.poll(() => control.evaluate(isHydrated), 'the control is hydrated').toBe(true)
}

/** Opens a page and waits until this control is hydrated. */
export async function open(page: Page, path: string, control: Locator): Promise<void> {
  await page.goto(path)
  await expectHydrated(control)
}
