import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { RowActions } from './row-actions.tsx'

const site = { host: 'klm.com', url: 'https://www.klm.com/' }
const row = { seller: 'KLM', provider: 'Amadeus', summary: () => 'AMS to AUA' }
const link = 'https://sells.example.com/offer'

test.each([
  ['the booking link, if there is one', 'live', link, site, `Continue with KLM(opens a new tab) ${link}`],
  [
    'the airline’s own site without a booking link',
    'live',
    undefined,
    site,
    `Search at klm.com(opens a new tab) ${site.url}`,
  ],
  ['no link without either', 'live', undefined, undefined, undefined],
  ['no link for test data', 'test', link, site, undefined],
  ['no link for sample data', 'sample', link, site, undefined],
] as const)('an open row leads to %s', (_, data, address, own, expected) => {
  render(<RowActions {...row} data={data} address={address} site={own} />)
  const links = screen.queryAllByRole<HTMLAnchorElement>('link')
  expect(links.map(({ textContent, href }) => `${textContent} ${href}`)).toEqual(
    expected === undefined ? [] : [expected],
  )
  for (const { rel, target } of links) expect({ rel, target }).toEqual({ rel: 'noopener noreferrer', target: '_blank' })
})

test.each([
  ['live', site, 'Amadeus sends no booking link for this offer. Repeat the search at KLM: the price there may differ.'],
  ['live', undefined, 'Amadeus sends no booking link for this offer.'],
  ['test', site, 'Test data: this offer comes from a test system, and nobody sells it.'],
  ['sample', site, 'Sample data: this offer is generated, and nobody sells it.'],
] as const)('%s data without a booking link says what the traveler can do (site: %o)', (data, own, sentence) => {
  render(<RowActions {...row} data={data} address={undefined} site={own} />)
  expect(screen.getByText(sentence)).toBeDefined()
})

test('Copy summary copies the offer as text, and says so; without permission it says that it may not', async () => {
  const user = userEvent.setup()
  render(<RowActions {...row} data="live" address={undefined} site={undefined} />)
  await user.click(screen.getByRole('button', { name: 'Copy summary' }))
  expect(await navigator.clipboard.readText()).toBe('AMS to AUA')
  expect(screen.getByRole('button', { name: 'Summary copied' })).toBeDefined()

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Summary copied' }))
  expect(await screen.findByRole('button', { name: 'Copying is not allowed' })).toBeDefined()
})
