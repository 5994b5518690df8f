import { makeFlight, makeLeg } from '#lib/travel/flights/testing-flights.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { answerDays, answerSearches, marketSearch } from '../support/market.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const ams = { airport: 'AMS', offset: 60 }
const ewr = { airport: 'EWR', offset: -300 }
const aua = { airport: 'AUA', offset: -240 }

function flight(id: string, wait: number): FlightResult {
  const way = (date: string, stops: (typeof ams)[]) =>
    makeLeg(date, stops, [
      [545, 1060],
      [1060 + wait, 1320 + wait],
    ])
  return makeFlight(id, {
    legs: [way(marketSearch.date, [ams, ewr, aua]), way(marketSearch.return_date, [aua, ewr, ams])],
    price: { amount: 1234, currency: 'USD' },
    co2_kg: 780,
  })
}

test('a row is spoken as one sentence, and shows and marks its connections', async ({ guestPage: page }) => {
  await answerSearches(page, {
    skill: 'flight-search',
    provider: 'Amadeus',
    results: [flight('a', 45), flight('b', 840)],
  })
  await answerDays(page, {})
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  await expect(page.getByRole('heading', { level: 2, name: 'Flights' })).toBeAttached()
  const tight = offers(page).filter({ hasText: 'Tight' })
  await expect(tight).toContainText('Tight: 45 min in EWR')
  await expect(offers(page).filter({ hasText: 'Overnight wait in EWR' })).toHaveCount(1)
  await expect(tight.locator('.dur').first()).toContainText('1 stop EWR')
  await expect(tight.getByRole('paragraph').first()).toHaveText(
    /^United\. Out .*, leaves Amsterdam \(AMS\) at 9:05.AM, arrives Oranjestad \(AUA\) at .*, 1 stop: 45 minutes in New York \(EWR\), tight\. Back .*\. 780 kilograms of CO2 per traveler\. \$1,234 for 2 travelers\.$/,
  )
  await expect(tight.getByRole('button', { name: /^Show flight details and fares, United, \$1,234$/ })).toBeVisible()
  // These visual parts are hidden from screen readers, which get the sentence.
  for (const part of ['.who', '.legs', '.price']) {
    await expect(tight.locator(part).first()).toHaveAttribute('aria-hidden', 'true')
  }
})

test('the airport codes of an open row do not touch the hours of its time axis', { tag: '@phone' }, async ({
  guestPage: page,
}) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: [flight('a', 120)] })
  await answerDays(page, {})
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const row = offers(page).first()
  await row.getByRole('button', { name: /^Show flight details/ }).click()
  await expect(row.locator('.zones')).toHaveCount(2)
  const gaps = await row.locator('.zones').evaluateAll((rulers) =>
    rulers.flatMap((ruler) =>
      ['is-origin', 'is-destination'].map((end) => {
        const code = ruler.querySelector(`.zone.${end}`)?.getBoundingClientRect().right ?? 0
        const hours = [...ruler.querySelectorAll(`.zone-tick.${end} em`)]
        return Math.min(...hours.map((hour) => hour.getBoundingClientRect().left)) - code
      }),
    ),
  )
  expect(gaps).toHaveLength(4)
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(2)
})
