import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { vi } from 'vitest'

const ignore = () => {}

/** Renders a part of the console at a URL with this query. Returns the URLs to which it navigates from there. */
export function openInConsole(part: ReactNode, query = ''): readonly string[] {
  const visited: string[] = []
  const push = (address: string) => void visited.push(address)
  const enter = window.history.pushState.bind(window.history)
  // An entry without a URL is a layer over the page (`useBackCloses`), not a navigation.
  vi.spyOn(window.history, 'pushState').mockImplementation((state, title, address) => {
    if (address === undefined) enter(state, title)
    else push(String(address))
  })
  const router = {
    push,
    replace: push,
    back: ignore,
    forward: ignore,
    refresh: ignore,
    prefetch: ignore,
    bfcacheId: '',
  }
  render(
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams(query)}>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          {part}
        </QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  )
  return visited
}
