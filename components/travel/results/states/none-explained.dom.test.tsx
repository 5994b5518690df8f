import { expect, test } from 'vitest'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { NoneExplained } from './none-explained.tsx'

function linesOf(view: Omit<NoneView, 'kind'>) {
  const { container } = render(<NoneExplained view={{ kind: 'none', ...view }}>No airline flies there.</NoneExplained>)
  return [...container.querySelectorAll('p')].map((line) => line.textContent)
}

test('an empty list without invalid offers shows the explanation that fits the search', () => {
  expect(linesOf({ leftOut: 0, troubles: [] })).toEqual(['No airline flies there.'])
})

test.each([
  [1, '1 offer arrived, but its details are invalid, so we do not show it.'],
  [3, '3 offers arrived, but their details are invalid, so we do not show them.'],
])('an empty list shows how many invalid offers it hides: %i', (leftOut, sentence) => {
  expect(linesOf({ leftOut, troubles: [] })).toEqual([sentence])
})

test('names each failed source below the explanation', () => {
  const troubles = [
    { kind: 'down', who: 'Amadeus' },
    { kind: 'timeout', who: 'Duffel', limitMs: 20_000 },
  ] as const
  expect(linesOf({ leftOut: 0, troubles: [...troubles] }).slice(1)).toEqual([
    'Amadeus cannot be reached now. A lower price may exist there.',
    'Duffel did not answer within 20 s. A lower price may exist there.',
  ])
})
