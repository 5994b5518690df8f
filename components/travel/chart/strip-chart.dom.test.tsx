import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StripChart as Chart } from '#lib/travel/model/chart-geometry.ts'
import { renderIn } from '../../../scripts/testing/render-in.tsx'
import { StripChart } from './strip-chart.tsx'

const at = { x: 1, y: 2, anchor: 'middle' } as const
const chart: Chart = {
  width: 100,
  height: 50,
  land: 'M0 0',
  graticule: 'M0 0',
  degrees: [
    { ...at, degrees: 70, toward: 'west' },
    { ...at, x: 3, degrees: 0, toward: 'none' },
  ],
  route: 'M0 0L1 1',
  ticks: [{ path: 'M1 1L2 2', label: { ...at, hours: 2 } }],
  distance: { ...at, miles: 4254 },
  ends: [],
  others: [{ path: 'M2 2', place: null, leaves: { ...at, code: 'NRT', isOrigin: false }, leavesName: 'Tokyo' }],
  facts: { shows: 'example', origin: 'Amsterdam', destination: 'Aruba', miles: 4254, hours: 10 },
}

test.each([
  [
    'en',
    'Map of an example route, Amsterdam to Aruba, 4,254 nautical miles, about 10 hours of flight.',
    ['70°W', '0°', 'to NRT', 'Tokyo', '2 h', '4,254 NM great circle'],
  ],
  [
    'de',
    'Karte einer Beispielstrecke, von Amsterdam nach Aruba, 4.254 Seemeilen, etwa 10 Stunden Flug.',
    ['70° W', '0°', 'nach NRT', 'Tokyo', '2 h', '4.254 NM Großkreis'],
  ],
  [
    'ja',
    'ルート例の地図：AmsterdamからArubaまで4,254海里、フライト時間は約10時間です。',
    ['西経70°', '0°', 'NRT行き', 'Tokyo', '2時間', '大圏距離 4,254海里'],
  ],
] as const)('in %s, the chart has its description and labels in the language of the page', (language, name, labels) => {
  renderIn(language, <StripChart wide={chart} narrow={chart} />)
  const [wide] = screen.getAllByRole('img', { name })
  expect([...(wide?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent)).toEqual(labels)
})
