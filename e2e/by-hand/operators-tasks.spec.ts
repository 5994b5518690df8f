import { mkdirSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { shortId } from '#components/console/short-id.ts'
import { expectHydrated } from '../support/open.ts'
import { phone } from '../support/phone.ts'
import { expect, test } from '../support/test.ts'
import { type Filled, fillConsole } from './filled-console.ts'
import { looks, type Person, personAt } from './person.ts'

// The questions of docs/operators-tasks.md. Only `node scripts/operators-tasks.ts` asks them.

/** A person's time for a press, with finding and pointing, and for a letter: the keystroke-level model. */
const pressS = 2.6
const letterS = 0.28

const most = { presses: 3, seconds: 10 }

type Asked = Person &
  Filled & { typed(text: string): Promise<void>; go(to: string): Promise<void>; find(): Promise<void> }

/** Each question with the shortest way to its answer. */
const questions: readonly { name: string; answer: (asked: Asked) => Promise<Locator> }[] = [
  {
    name: 'Who ran this execution?',
    async answer({ page, find, typed, press, execution, profile }) {
      await find()
      // As every list shows it.
      await typed(shortId(execution))
      await press(page.getByRole('option', { name: /script/ }).first())
      return page.locator('main').getByRole('link', { name: profile }).first()
    },
  },
  {
    name: 'What did this agent send yesterday?',
    async answer({ page, press, profile }) {
      const figures = page.getByRole('region', { name: 'Executions per profile' })
      await press(figures.getByRole('row', { name: profile }).getByRole('link').last())
      await press(page.getByRole('button', { name: 'Yesterday' }))
      await expect(page).toHaveURL(/from=/)
      return page.getByRole('table').getByRole('row').nth(2)
    },
  },
  {
    name: 'What did it cost this week?',
    async answer({ page, go, press }) {
      await go('Cost')
      await press(page.getByRole('link', { name: '7 days' }))
      return page.getByRole('region', { name: 'Cost by profile, key and skill' })
    },
  },
  {
    name: 'Which credential expires next?',
    async answer({ page, go }) {
      await go('Credentials')
      return page.getByText('Next to expire:')
    },
  },
  {
    name: 'Is my data safe: when was the last backup?',
    async answer({ page, go }) {
      await go('System')
      return page.getByRole('region', { name: 'Backups' }).getByText('48 MB')
    },
  },
  {
    name: 'Why was this call refused?',
    async answer({ page, press, execution }) {
      await press(page.locator(`a[href$="${execution}"]`).first())
      return page.getByText(/elsewhere\.example\.com/).first()
    },
  },
  {
    name: 'What waits for me?',
    answer: async ({ page }) =>
      page
        .getByRole('region', { name: /Waits for you/ })
        .getByRole('link')
        .first(),
  },
  {
    name: 'Who is an operator?',
    async answer({ page, go, press }) {
      await go('People')
      await press(page.getByRole('button', { name: 'Operators only' }))
      await expect(page).toHaveURL(/role=operator/)
      return page.getByRole('row').filter({ hasText: '(you)' })
    },
  },
  {
    name: 'Which skill may reach api.duffel.com?',
    async answer({ page, find, typed }) {
      await find()
      await typed('duffel')
      return page.getByRole('option', { name: /may reach api\.duffel\.com/ }).first()
    },
  },
  {
    name: 'What changed since the last start?',
    async answer({ page, go }) {
      await go('System')
      return page.getByRole('region', { name: 'Version' }).getByText('Changed since the start before')
    },
  },
]

for (const viewport of looks) {
  const isPhone = viewport.width < 500

  test.describe(`at ${viewport.width} px`, () => {
    test.use(isPhone ? { ...phone, viewport } : { viewport })

    test('ten questions of an operator', async ({ page, request, appUrl }) => {
      const filled = await fillConsole(page, request, appUrl)
      const slow: string[] = []
      for (const [at, { name, answer }] of questions.entries()) {
        await openOverview(page)
        const person = personAt(page, `operator-${at + 1}-${viewport.width}`)
        let letters = 0
        const started = performance.now()
        const found = await answer({
          ...person,
          ...filled,
          async go(to) {
            if (isPhone) await person.press(page.getByRole('button', { name: 'Menu' }))
            await person.press(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: to }))
          },
          async find() {
            await person.press(page.getByRole('button', { name: /^Search/ }))
          },
          async typed(text) {
            letters += text.length
            await page.getByRole('searchbox', { name: 'Search the console' }).fill(text)
          },
        })
        await expect(found).toBeVisible()
        const page_s = (performance.now() - started) / 1000
        await person.look('answer')
        const presses = person.presses()
        const seconds = page_s + presses * pressS + letters * letterS
        note({ at, name, width: viewport.width, presses, page_s, seconds })
        if (presses > most.presses || seconds > most.seconds)
          slow.push(`${name} ${presses} presses, ${seconds.toFixed(1)} s`)
      }
      expect(slow).toEqual([])
    })
  })
}

async function openOverview(page: Page): Promise<void> {
  await page.goto('/console')
  await expect(page.getByText('Queue depth now')).toBeVisible()
  await expectHydrated(page.getByRole('button', { name: /^Search/ }))
}

/** For the table in docs/operators-tasks.md. */
function note(row: {
  at: number
  name: string
  width: number
  presses: number
  page_s: number
  seconds: number
}): void {
  const folder = 'test-results/operators'
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${row.at}-${row.width}.json`, JSON.stringify(row))
}
