import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { Attributions } from './result-section.tsx'

const source = (skill: string, attribution?: AskedSource['attribution']): AskedSource => ({
  skill,
  provider: skill.toUpperCase(),
  timeout_ms: 15_000,
  attribution,
  progress: { state: 'waiting' },
})

test('shows the attribution of each provider whose offers are in the list, with its link', () => {
  const sources = [
    source('one', { text: 'Prices by One' }),
    source('two', { text: 'Prices by Two', url: 'https://two.example/terms' }),
    source('three', { text: 'Prices by Three' }),
    source('four'),
  ]
  render(<Attributions sources={sources} shown={['one', 'two', 'four']} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Prices by One',
    'Prices by Two (opens a new tab)',
  ])
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://two.example/terms')
})

test('shows nothing when no provider requires an attribution', () => {
  const { container } = render(<Attributions sources={[source('one')]} shown={['one']} />)
  expect(container.innerHTML).toBe('')
})
