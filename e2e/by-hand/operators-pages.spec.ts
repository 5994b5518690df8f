import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { expect, test } from '../support/test.ts'
import { type Filled, fillConsole } from './filled-console.ts'
import { looks } from './person.ts'

// Every page of the console at two widths and in both themes. Only `node scripts/operators-tasks.ts` runs this, and
// writes pictures to test-results/console.

test.use({ expectedErrors: [/status of (404|403 .*key-ring)/] })

/** A page, and a text that it shows once its lists are there: live lists ask again and again. */
const pages: readonly { name: string; path: (filled: Filled) => string; ready: string | RegExp }[] = [
  { name: 'overview', path: () => '/console', ready: 'Queue depth now' },
  { name: 'executions', path: () => '/console/executions', ready: 'Host refused' },
  { name: 'execution', path: ({ execution }) => `/console/executions/${execution}`, ready: 'Journal' },
  { name: 'skills', path: () => '/console/skills', ready: 'flight-search' },
  { name: 'skill', path: () => '/console/skills/flight-search', ready: 'What it asks for' },
  { name: 'sources', path: () => '/console/skill-sources', ready: /Find skills|sources/i },
  { name: 'profiles', path: () => '/console/profiles', ready: /Weekly digest/ },
  { name: 'credentials', path: () => '/console/credentials', ready: 'Next to expire' },
  { name: 'agents', path: () => '/console/agents', ready: /^voice-/ },
  { name: 'people', path: () => '/console/people', ready: '(you)' },
  { name: 'messages', path: () => '/console/messages', ready: 'Delivery failed' },
  { name: 'audit', path: () => '/console/audit', ready: 'Credential created' },
  { name: 'cost', path: () => '/console/cost', ready: 'Model tokens' },
  { name: 'backups', path: () => '/console/backups', ready: /^Last / },
  { name: 'system', path: () => '/console/system', ready: 'Last backup' },
  { name: 'not-found', path: () => '/console/nowhere', ready: /not|no page/i },
]

test('pictures of the console, and nothing cut off or out of contrast', async ({ page, request, appUrl }) => {
  const filled = await fillConsole(page, request, appUrl)
  const faults: string[] = []
  const look = async (name: string, path: string, ready: string | RegExp) => {
    for (const viewport of looks) {
      await page.setViewportSize(viewport)
      await page.goto(path)
      await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
      const noted = (error: Error) => void faults.push(`${name} ${viewport.width}: ${error.message.slice(0, 600)}`)
      await expectFit(page, name, '.console-scroll').catch(noted)
      await page.setViewportSize(viewport)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await shoot(page, `${name}-${viewport.width}-${theme}`)
        await expectNoViolations(page).catch(noted)
      }
    }
  }
  for (const { name, path, ready } of pages) await look(name, path(filled), ready)
  await page.goto('/console/profiles')
  await page.getByRole('link', { name: `“${filled.profile}”` }).click()
  await expect(page).toHaveURL(/profiles\/prof_/)
  await look('profile', new URL(page.url()).pathname, 'Revoke')
  await page.goto('/console/messages')
  await page
    .getByRole('checkbox', { name: /^Choose/ })
    .first()
    .click()
  await shoot(page, 'messages-chosen')
  expect.soft([...new Set(faults)]).toEqual([])
})

const shoot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/console/${name}.png`, animations: 'disabled', scale: 'css', fullPage: true })
