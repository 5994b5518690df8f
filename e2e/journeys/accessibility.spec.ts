import { expectNoViolations } from '../support/axe.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { haveAccount } from '../support/people.ts'
import { amountBeside, chooseOutbound, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] })

  test('axe finds nothing on the account pages, for a stranger, a guest and an account, nor on the credits and the 404 page', async ({
    page,
    appUrl,
  }) => {
    const check = async (paths: readonly string[]) => {
      for (const path of paths) {
        await test.step(path, async () => {
          const answer = await page.goto(path)
          expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectNoViolations(page)
        })
      }
    }
    await check(['/sign-in', '/sign-up', '/credits', '/docs', '/nowhere'])
    await becomeGuest(page.request, appUrl)
    await check(['/account', '/operator'])
    await haveAccount(page.request)
    await check(['/account', '/operator'])
  })
})

test('an open row compares its fares and shows the total of the chosen one; with reduced motion nothing is animated when it opens; axe finds nothing on it and on the results around it', {
  tag: '@phone',
}, async ({ guestPage: page, isMobile }) => {
  // Days with a price, and days with a button that checks it.
  await answerDays(page, { [-1]: 850, 1: 905 })
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
  // Filters that are set have buttons that clear them.
  await page.goto(resultsPath({ ...marketSearch, airlines: '-KL', price: '-2000' }))
  await expect(offers(page)).toHaveCount(2)
  const days = page.getByRole('navigation', { name: 'Prices of other days' })
  if (!isMobile) {
    for (const price of ['$850', '$905']) await expect(days.getByRole('link').filter({ hasText: price })).toBeVisible()
    await expect(days.getByRole('button', { name: /Check price/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Clear Airlines' })).toBeVisible()
  }
  await expectNoViolations(page)
  await chooseOutbound(page)
  const row = offers(page).first()
  await expect(row).toContainText('3 fares')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await row.getByRole('button', { name: /^Show flight details/ }).click()
  const fares = row.getByRole('group', { name: '3 fares on these flights' })
  await expect(fares.getByRole('radio', { name: /^Light Economy/ })).toBeChecked()
  await expect(page.getByText('Total, taxes included')).toBeVisible()
  const running = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1)
        .length,
  )
  expect(running, 'animations despite reduced motion').toBe(0)
  await expectNoViolations(page)

  await fares.getByRole('radio', { name: /^Flex Economy/ }).check()
  await expect(row.getByText('Refund possible.')).toBeVisible()
  const price = await fares.getByRole('row', { name: /^Flex/ }).locator('b').last().textContent()
  await expect(amountBeside(row, /^Total/)).toHaveText(price ?? '')
  // The row itself shows the chosen fare.
  await expect(row.locator('.price b')).toHaveText(price ?? '')
})

test('axe finds nothing on the home page, nor in its open place list, calendar and travelers panel', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('combobox', { name: 'From', exact: true }).fill('London')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectNoViolations(page, { colorsOf: page.getByRole('listbox') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Depart/ }).click()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectNoViolations(page, { colorsOf: page.getByRole('dialog') })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Travelers and cabin/ }).click()
  await expect(page.getByRole('group', { name: 'Adults' })).toBeVisible()
  await expectNoViolations(page, { colorsOf: page.getByRole('dialog') })
})
