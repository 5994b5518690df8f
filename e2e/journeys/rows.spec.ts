import { makeFlight, makeLeg } from '#lib/travel/model/flights/testing-flights.ts'
import { answerSearches, marketList, marketSearch } from '../support/market.ts'
import { chooseOutbound, expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const ams = { airport: 'AMS', offset: 60 }
const ewr = { airport: 'EWR', offset: -300 }
const aua = { airport: 'AUA', offset: -240 }

const viaNewark = (date: string, stops: (typeof ams)[]) =>
  makeLeg(date, stops, [
    [545, 1060],
    [1180, 1440],
  ])

test('a row names the place of its connection; opened, the airport codes do not touch the hours of its time axis', {
  tag: '@phone',
}, async ({ guestPage: page }) => {
  const legs = [viaNewark(marketSearch.date, [ams, ewr, aua]), viaNewark(marketSearch.return_date, [aua, ewr, ams])]
  const results = [makeFlight('a', { legs })]
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results })
  await page.goto(resultsPath(marketList))
  await expectResults(page)
  const row = offers(page).first()
  // The page asks for the name of the place of a connection after it has shown the row.
  await expect(row).toContainText('1 stop: 2 hours in New York (EWR)')
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

test('a link to a flight that is not in the list says so, until an outbound is chosen', async ({ guestPage: page }) => {
  const legs = [viaNewark(marketSearch.date, [ams, ewr, aua]), viaNewark(marketSearch.return_date, [aua, ewr, ams])]
  const results = [makeFlight('a', { legs })]
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results })
  await page.goto(`${resultsPath(marketSearch)}&row=gone.gone`)
  await expectResults(page)
  const notice = page.getByText('The flight in this link is not in this list.')
  await expect(notice).toBeVisible()
  await chooseOutbound(page)
  await expect(notice).toHaveCount(0)
})
