'use client'

import { useRouter } from 'next/navigation'
import { usePageCurrency } from './profile-provider.tsx'

/** Repeats the search of the page in the currency chosen in the header, at the URL that `urlIn` gives. */
export function useFollowCurrency(currency: string, urlIn: (currency: string) => Promise<string>): void {
  const router = useRouter()
  usePageCurrency(currency, (next) => void urlIn(next).then((url) => router.push(url)))
}
