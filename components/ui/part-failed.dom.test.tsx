import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { PartFailed } from './lazily.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['is online', true, false, 'Check your connection and try again. If it fails again, reload the page.'],
  ['is offline', false, false, 'There is no connection.'],
  ['is offline, but the site answers', false, true, 'If it fails again, reload the page.'],
])('if the browser says that it %s, a script that could not be loaded has its own words', async (...given) => {
  const [, saysOnline, answers, text] = given
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(saysOnline)
  vi.stubGlobal('fetch', async () => {
    if (!answers) throw new TypeError('Failed to fetch')
    return new Response()
  })
  await act(async () => void render(<PartFailed onRetry={() => {}} />))
  expect(screen.getByRole('alert').textContent).toContain(text)
})
