import { expect, test } from 'vitest'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { NothingFound } from './nothing-found.tsx'

function linesOf(view: Omit<NoneView, 'kind'>) {
  const { container } = render(
    <NothingFound
      view={{ kind: 'none', ...view }}
      title="No flights"
      unusableTitle="No usable flights"
      reason="No airline flies there."
      steps={[]}
    />,
  )
  return [...container.querySelectorAll('p')].map((line) => line.textContent)
}

test('an empty list without invalid offers shows the explanation that fits the search', () => {
  expect(linesOf({ leftOut: 0, troubles: [], sources: [] })).toEqual(['No airline flies there.'])
})

test.each([
  [1, '1 offer arrived, but its details are invalid, so we do not show it.'],
  [3, '3 offers arrived, but their details are invalid, so we do not show them.'],
])('an empty list shows how many invalid offers it hides: %i', (leftOut, sentence) => {
  expect(linesOf({ leftOut, troubles: [], sources: [] })).toEqual([sentence])
})

test.each([
  [0, { unreadable: 1 }, ['1 offer from Duffel could not be read.']],
  [
    0,
    { unreadable: 3, unknown_airports: ['KTI', 'NMI'] },
    [
      '3 offers from Duffel could not be read.',
      'Our airport data lacks KTI and NMI: that is our fault, not a fault of Duffel.',
    ],
  ],
  [
    1,
    { unknown_airports: ['KTI'] },
    [
      '1 offer arrived, but its details are invalid, so we do not show it.',
      'Our airport data lacks KTI: that is our fault, not a fault of Duffel.',
    ],
  ],
])(
  'offers that could not be read are counted by source, and do not count as no offers: %j %j',
  (leftOut, unread, lines) => {
    const answered = { state: 'answered' as const, offers: [], leftOut, elapsedMs: 1, cached: false, partial: true }
    const source = { skill: 'a', provider: 'Duffel', timeout_ms: 1, progress: { ...answered, unread } }
    expect(linesOf({ leftOut, troubles: [], sources: [source] })).toEqual(lines)
  },
)

test('names each failed source below the explanation', () => {
  const troubles = [
    { kind: 'down', who: 'Amadeus' },
    { kind: 'timeout', who: 'Duffel', limitMs: 20_000 },
  ] as const
  expect(linesOf({ leftOut: 0, troubles: [...troubles], sources: [] }).slice(1)).toEqual([
    'Amadeus cannot be reached now. A lower price may exist there.',
    'Duffel did not answer within 20 s. A lower price may exist there.',
  ])
})
