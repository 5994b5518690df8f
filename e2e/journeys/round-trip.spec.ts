import { answerSearches, marketSearch, marketTrips } from '../support/market.ts'
import { chooseOutbound, expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a round trip is chosen in two steps, whose rows start and measure as designed, and a link opens the same step', {
  tag: '@phone',
}, async ({ guestPage: page, isMobile }) => {
  await page.setViewportSize(isMobile ? { width: 390, height: 844 } : { width: 1280, height: 900 })
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketTrips(8, 6) })
  await page.goto(resultsPath({ ...marketSearch, sort: 'price' }))
  await expectResults(page)
  const status = page.getByRole('status').first()
  await expect(status).toHaveText('8 outbound flights')
  const first = offers(page).first()
  await expect(first).toContainText('6 returns')
  await expect(first.locator('.price')).toContainText(/^from \$[\d,]+/)

  await test.step('the first row starts at 340 px and is 62 px high; on a phone, at 284 px and 106 px', async () => {
    const [top, height] = isMobile ? [284, 106] : [340, 62]
    const [one, two] = [await first.boundingBox(), await offers(page).nth(1).boundingBox()]
    expect(one?.y).toBeLessThanOrEqual(top)
    expect(two?.height).toBe(height)
  })

  await chooseOutbound(page)
  await expect(page.getByRole('heading', { name: /^Return and fare/ })).toBeFocused()
  await expect(status).toHaveText('6 returns fit this outbound')
  await expect(offers(page)).toHaveCount(6)
  await expect(first).toContainText('No extra')
  await expect(offers(page).nth(1)).toContainText(/\+ \$\d+/)
  await first.getByRole('button', { name: /^Show flight details/ }).click()
  await expect(first.getByRole('group', { name: '3 fares on these flights' })).toBeVisible()

  await test.step('a link opens the same step, also one that names the open row only', async () => {
    await page.reload()
    await expect(first.getByRole('button', { name: /^Hide flight details/ })).toBeVisible()
    const linked = new URL(page.url())
    const out = linked.searchParams.get('out')
    linked.searchParams.delete('out')
    await page.goto(String(linked))
    await expect(status).toHaveText('6 returns fit this outbound')
    await expect(page).toHaveURL(new RegExp(`out=${out}`))
  })

  await page.getByRole('button', { name: 'Change outbound' }).click()
  await expect(page.getByRole('heading', { name: /^Outbound(?! flights)/ })).toBeFocused()
  await page.getByRole('button', { name: 'One list' }).click()
  await expect(status).toHaveText('48 sample flights')
  await page.getByRole('button', { name: 'One list' }).click()
  await expect(status).toHaveText('8 outbound flights')
})
