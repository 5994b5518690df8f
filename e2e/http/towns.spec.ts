import { expect, test } from '../support/test.ts'

test('the search keeps the name of a town without an airport', async ({ guestRequest }) => {
  const stay = { lat: '35.0211', lon: '135.7538', check_in: '2099-01-01', check_out: '2099-01-02' }
  const page = await (await guestRequest.get(`/search/hotels?${new URLSearchParams(stay)}`)).text()
  expect(page).toMatch(/<input[^>]* role="combobox"[^>]* value="Kyoto"/)
})
