import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

const pictures = 'test-results/tasks'

/** What one person does with a page: counts the presses, and takes a picture after each step. */
export interface Person {
  page: Page
  press(target: Locator): Promise<void>
  choose(select: Locator, value: string): Promise<void>
  look(what: string): Promise<void>
}

/** The two widths of the tasks. */
export const looks = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/** `folder`: of the pictures. */
export function personAt(page: Page, folder: string): Person & { presses(): number } {
  mkdirSync(join(pictures, folder), { recursive: true })
  let [presses, seen] = [0, 0]
  return {
    page,
    presses: () => presses,
    async press(target) {
      // Without a limit, a control that is not there would end the task only after ten minutes.
      await target.click({ timeout: 90_000 })
      presses += 1
    },
    async choose(select, value) {
      await select.selectOption(value)
      presses += 2
    },
    async look(what) {
      seen += 1
      await expect(page.locator('.is-stale')).toHaveCount(0)
      const path = join(pictures, folder, `${seen}-${what.replaceAll(' ', '-').replaceAll(':', '')}.png`)
      await page.screenshot({ path, animations: 'disabled', scale: 'css' })
    },
  }
}
