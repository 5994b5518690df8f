'use client'

import { useRouter } from 'next/navigation'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { browserStore } from '#lib/platform/client/browser-store.ts'
import { PROFILE_KEY, type ShownProfile, type TravelProfile, usualProfile } from '#lib/travel/model/usual-profile.ts'

/** The search of a page whose currency the header shows and changes. */
interface PageCurrency {
  currency: string
  /** Shows the page in another currency. */
  ask: (currency: string) => void
}

interface ProfileContextValue {
  profile: TravelProfile
  /** The currency of new searches. */
  currency: string
  keeper: 'browser' | 'account'
  /** Whether the account has just got this browser's profile. */
  isMoved: boolean
  /** Changes the profile at once. Resolves to false, and to the old profile, if it could not be stored. */
  save: (change: Partial<TravelProfile>) => Promise<boolean>
  page: PageCurrency | null
  setPage: (page: PageCurrency | null) => void
}

const ProfileContext = createContext<ProfileContextValue>({
  profile: usualProfile,
  currency: 'USD',
  keeper: 'browser',
  isMoved: false,
  save: async () => false,
  page: null,
  setPage: () => {},
})

interface ProfileProviderProps {
  /** The stored profile of the account, null if it has none; undefined for a guest, whose browser has the profile. */
  account: TravelProfile | null | undefined
  /** What the server wrote this page with. */
  shown: ShownProfile
  /** The currency of the reader's region. */
  usualCurrency: string
  children: ReactNode
}

const never = () => () => {}
const ignore = () => {}
/** Loaded by its first use: most pages of most readers store nothing. */
const store = () => import('#lib/travel/client/profile-store.ts')

/** How the reader travels, for every page. */
export function ProfileProvider({ account, shown, usualCurrency, children }: ProfileProviderProps) {
  const router = useRouter()
  const hasStored = useSyncExternalStore(
    never,
    () => browserStore.getItem(PROFILE_KEY) !== null,
    () => false,
  )
  const [inBrowser, setInBrowser] = useState<TravelProfile | null>(null)
  /** What was saved since the server wrote the page. */
  const [saved, setSaved] = useState<TravelProfile | null>(null)
  const [isMoved, setMoved] = useState(false)
  const [page, setPage] = useState<PageCurrency | null>(null)
  const { currency, clock, home } = shown
  const stored = saved ?? account ?? inBrowser
  const profile = useMemo(() => stored ?? { ...usualProfile, currency, clock, home }, [stored, currency, clock, home])
  const isAccount = account !== undefined
  const latest = useRef(profile)
  latest.current = profile
  const onPage = useRef(page)
  onPage.current = page

  const show = useCallback(
    (next: TravelProfile, before: ShownProfile) => {
      if (next.currency === before.currency && next.clock === before.clock && next.home === before.home) return
      void store().then(({ showProfile }) => {
        showProfile(next)
        router.refresh()
      }, ignore)
    },
    [router],
  )

  const save = useCallback(
    async (change: Partial<TravelProfile>) => {
      const before = latest.current
      const next = { ...before, ...change }
      latest.current = next
      setSaved(next)
      const isStored = await store().then(
        ({ storeProfile, keepProfile }) =>
          isAccount ? storeProfile(next, false).then((known) => known !== null) : keepProfile(next),
        () => false,
      )
      // A later change has stored the profile anew.
      if (!isStored && latest.current === next) setSaved(before)
      if (isStored) show(next, before)
      if (isStored && next.currency !== before.currency) onPage.current?.ask(next.currency ?? usualCurrency)
      return isStored
    },
    [isAccount, show, usualCurrency],
  )

  useEffect(() => {
    if (hasStored) void store().then(({ profileIn, profileText }) => setInBrowser(profileIn(profileText())), ignore)
  }, [hasStored])

  // Pages follow the stored profile, as after a change in another browser, or a sign-in.
  useEffect(() => {
    if (saved === null && stored !== null) show(stored, { currency, clock, home })
  }, [saved, stored, show, currency, clock, home])

  // An account without a profile gets this browser's.
  useEffect(() => {
    if (account !== null || inBrowser === null) return
    void store().then(async ({ storeProfile, forgetProfile }) => {
      const moved = await storeProfile(inBrowser, true)
      if (moved === null) return
      forgetProfile()
      setInBrowser(null)
      setSaved(moved)
      setMoved(true)
    }, ignore)
  }, [account, inBrowser])

  const value = useMemo(
    (): ProfileContextValue => ({
      profile,
      currency: profile.currency ?? usualCurrency,
      keeper: isAccount ? 'account' : 'browser',
      isMoved,
      save,
      page,
      setPage,
    }),
    [profile, usualCurrency, isAccount, isMoved, save, page],
  )
  return <ProfileContext value={value}>{children}</ProfileContext>
}

export const useTravelProfile = () => useContext(ProfileContext)

/** Lets the header show and change the currency of this page's search. Null: this search is not the page's. */
export function usePageCurrency(currency: string | null, ask: (currency: string) => void): void {
  const { setPage } = useTravelProfile()
  const asking = useRef(ask)
  asking.current = ask
  useEffect(() => {
    if (currency === null) return
    setPage({ currency, ask: (next) => asking.current(next) })
    return () => setPage(null)
  }, [currency, setPage])
}

/** Repeats the search of the page in the currency chosen in the header, at the URL that `urlIn` gives. */
export function useFollowCurrency(currency: string, urlIn: (currency: string) => Promise<string>): void {
  const router = useRouter()
  usePageCurrency(currency, (next) => void urlIn(next).then((url) => router.push(url)))
}
