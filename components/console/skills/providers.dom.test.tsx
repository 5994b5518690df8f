import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SourceSelect } from './skill-page.tsx'
import { Providers } from './skills-page.tsx'

test('states what each provider needs, and links to the credential form only if a credential is missing', () => {
  render(
    <Providers
      providers={[
        { skill: 'hotels', provider: 'Quotes', state: 'not configured', missing: ['QUOTES_KEY has no value'] },
        { skill: 'flights', provider: 'Amadeus', state: 'configured', missing: [] },
        { skill: 'trains', provider: 'Rails', state: 'stand-in', missing: [] },
      ]}
    />,
  )
  const [lacks, ready, sample] = screen.getAllByRole('listitem')
  if (!lacks || !ready || !sample) throw new Error('A provider is missing')
  expect(lacks.textContent).toContain('QUOTES_KEY has no value.')
  const link = within(lacks).getByRole('link', { name: 'Add a credential for Quotes' })
  expect(link.getAttribute('href')).toBe('/console/credentials?add=1')
  expect([ready, sample].map((item) => within(item).queryByRole('link'))).toEqual([null, null])
  expect([ready.textContent, sample.textContent]).toEqual([
    expect.stringContaining('Configured'),
    expect.stringContaining('Sample data'),
  ])
})

test('a source of requests is chosen by its label', async () => {
  const onChange = vi.fn()
  render(<SourceSelect value="main" onChange={onChange} />)
  await userEvent.selectOptions(screen.getByLabelText('For requests from'), 'a guest (public)')
  expect(onChange).toHaveBeenCalledWith('public')
})
