import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { expect, test, vi } from 'vitest'
import {
  type ConsoleOffer,
  offersPath,
  type SkillSources,
  type SourceOffers,
} from '#lib/console/model/console-install.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { Browse } from './browse-page.tsx'

const place = (name: string) => `registry:https://skills.example.com/index.json#${name}`
const offer = (name: string, more: Partial<ConsoleOffer> = {}): ConsoleOffer => ({
  name,
  description: `Gives ${name}.`,
  author: null,
  versions: ['2.0.0', '1.0.0'],
  source: place(name),
  place: place(name),
  is_signed: false,
  categories: [],
  installs: null,
  rating: null,
  ...more,
})
const answer = (source: string, more: Partial<SourceOffers> = {}): SourceOffers => ({
  source,
  offers: [],
  age_ms: 0,
  problem: null,
  ...more,
})

/** Opens the list. A source without an answer never answers. */
function open(answers: Readonly<Record<string, SourceOffers | undefined>>, here: SkillSources['here'] = []) {
  const sources = Object.keys(answers)
  vi.stubGlobal('fetch', (path: string) => {
    const source = sources.find((one) => path === `/api/console${offersPath(one)}`) ?? ''
    const found = answers[source]
    return found === undefined ? new Promise(() => {}) : Promise.resolve(Response.json(found))
  })
  openInConsole(
    <NuqsTestingAdapter hasMemory>
      <Browse known={{ sources, here }} isAdding={false} onAdded={() => {}} />
    </NuqsTestingAdapter>,
  )
}

const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('a source that cannot be asked shows what it offered before, with its age, beside the others', async () => {
  open({
    good: answer('good', { offers: [offer('rates')] }),
    bad: answer('bad', { offers: [offer('maps')], age_ms: 3 * 3_600_000, problem: 'bad cannot be reached.' }),
    slow: undefined,
  })
  const notice = (await screen.findByText(/bad cannot be reached/)).closest('.notice')
  expect(notice?.textContent).toContain('The list shows what it offered 3 h ago.')
  expect(names()).toEqual(['maps', 'rates'])
  expect(screen.getByText('2 skills').closest('p')?.textContent).toBe(
    '2 skills. Asking 1 source. 1 source did not answer',
  )
  expect(screen.getByRole('button', { name: 'Ask again: bad' })).toBeTruthy()
})

test('shows installs and ratings only where the source has them, and marks what is here', async () => {
  open(
    {
      good: answer('good', {
        offers: [offer('rates', { installs: 0, rating: 4.56 }), offer('maps'), offer('ferry'), offer('flights')],
      }),
    },
    [
      { name: 'maps', version: '2.0.0', tier: 'verified', place: place('maps') },
      { name: 'ferry', version: '1.0.0', tier: 'untrusted', place: place('ferry') },
      { name: 'flights', version: '1.0.0', tier: 'local', place: null },
    ],
  )
  const row = async (name: string) => (await screen.findByRole('link', { name })).closest('li')?.textContent
  expect(await row('rates')).toBe('rates2.0.0Gives rates.Untrustedgood0 installs4.6 of 5')
  expect(await row('maps')).toBe('mapsInstalled 2.0.0Gives maps.Verifiedgood')
  expect(await row('ferry')).toContain('Update 2.0.0')
  expect(await row('flights')).toContain('Another flights is here')
  await userEvent.click(screen.getByRole('button', { name: /Updates/ }))
  expect(names()).toEqual(['ferry'])
})

test('gives no number for a source of which nothing is known', async () => {
  open({ good: answer('good'), bad: answer('bad', { problem: 'bad cannot be reached.' }) })
  await screen.findByText(/bad cannot be reached/)
  expect(screen.getByRole('button', { name: /^good/ }).textContent).toBe('good0')
  expect(screen.getByRole('button', { name: 'bad' }).textContent).toBe('bad')
})

test('searches as one types, and says how many match', async () => {
  open({ good: answer('good', { offers: [offer('rates'), offer('maps')] }) })
  await screen.findByRole('link', { name: 'maps' })
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search skills' }))
  await userEvent.keyboard('rat')
  expect(names()).toEqual(['rates'])
  expect(screen.getByText('1 skill').closest('p')?.textContent).toBe('1 skill match “rat”')
  await userEvent.keyboard('zzz')
  expect(screen.getByText(/No skill matches/)).toBeTruthy()
})

test('on a wide screen, shows what a skill would do beside the list, with nothing to approve there', async () => {
  const media = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query === '(min-width: 80em)' }))
  const asked: unknown[] = []
  const answers = { good: answer('good', { offers: [offer('rates')] }) }
  open(answers)
  const other = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (!path.endsWith('/skill-plans')) return other(path, init)
    asked.push(JSON.parse(String(init.body)))
    return Promise.resolve(new Response(`${JSON.stringify({ type: 'problem', message: 'The gates block rates.' })}\n`))
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Preview rates' }))
  const preview = within(screen.getByRole('region', { name: 'Preview of rates' }))
  expect((await preview.findByRole('alert')).textContent).toContain('The gates block rates.')
  expect(asked).toEqual([{ source: place('rates'), tier: 'untrusted', name: 'rates' }])
  const link = preview.getByRole('link', { name: 'Install …' })
  expect(link.getAttribute('href')).toContain('/console/skill-sources/install?')
  await userEvent.click(preview.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Preview of rates' })).toBeNull()
})
