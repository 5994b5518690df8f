import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'

const pictures = 'test-results/tasks'

/**
 * Seconds of the keystroke-level model (Card, Moran and Newell 1980) for a mouse and a keyboard: a key of an average
 * typist, pointing, a button down or up, the hand to the other device, thinking before a choice.
 */
const [keyS, pointS, buttonS, handS, thinkS] = [0.28, 1.1, 0.1, 0.4, 1.35]
const pressS = thinkS + pointS + 2 * buttonS
const slideS = pressS + pointS

/** What one person does with a page: counts the presses, and takes a picture after each step. */
export interface Person {
  page: Page
  press(target: Locator): Promise<void>
  choose(select: Locator, value: string): Promise<void>
  slide(slider: Locator, value: string): Promise<void>
  /** Without `field`: types into what was pressed. */
  type(words: string, field?: Locator): Promise<void>
  look(what: string): Promise<void>
}

/** The two widths of the tasks. */
export const looks = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

/** `folder`: of the pictures. */
export function personAt(page: Page, folder: string): Person & { presses(): number; modelledSeconds(): number } {
  mkdirSync(join(pictures, folder), { recursive: true })
  let [presses, slides, texts, letters, seen] = [0, 0, 0, 0, 0]
  return {
    page,
    presses: () => presses,
    modelledSeconds: () => presses * pressS + slides * slideS + texts * 2 * handS + letters * keyS,
    async press(target) {
      // Without a limit, a control that is not there would end the task only after ten minutes.
      await target.click({ timeout: 90_000 })
      presses += 1
    },
    async choose(select, value) {
      await select.selectOption(value)
      presses += 2
    },
    async slide(slider, value) {
      await slider.fill(value)
      slides += 1
    },
    async type(words, field) {
      await (field ? field.fill(words) : page.keyboard.type(words))
      texts += 1
      letters += words.length
    },
    async look(what) {
      seen += 1
      await expect(page.locator('.is-stale')).toHaveCount(0)
      const path = join(pictures, folder, `${seen}-${what.replaceAll(' ', '-').replaceAll(':', '')}.png`)
      await page.screenshot({ path, animations: 'disabled', scale: 'css' })
    },
  }
}
