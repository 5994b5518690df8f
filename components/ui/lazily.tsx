'use client'

import {
  type ComponentType,
  type MouseEvent,
  type NamedExoticComponent,
  type ReactNode,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { watchOffline } from '#lib/platform/client/connection.ts'
import { useTexts } from './texts.tsx'

export interface Preloaded {
  /** Loads the script before the component is shown; resolves once it has loaded or failed. */
  preload: () => Promise<unknown>
  /** Whether the component can render at once. */
  isThere: () => boolean
}

/** A component in a separate script chunk. */
type LazyPart<Props> = ((props: Props) => ReactNode) & Preloaded

type Content<Props> = ComponentType<Props> | NamedExoticComponent<Props>

/**
 * A component whose script loads when first shown, or earlier through `preload`. Once loaded it renders at once,
 * without `Waiting`. If loading fails, it shows an error with a retry button.
 *
 * @param Waiting reserves the component's space; absent if it needs none
 */
export function lazily<Props extends object>(
  load: () => Promise<Content<Props>>,
  Waiting?: ComponentType<Props>,
): LazyPart<Props> {
  let known: Content<Props> | undefined

  // The browser loads a script once, and again only if that failed.
  async function fetchPart(): Promise<Content<Props>> {
    known = await load()
    return known
  }

  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    const [isFailed, setFailed] = useState(false)
    const show = useCallback(() => {
      setFailed(false)
      fetchPart().then(
        (component) => setLoaded(() => component),
        () => setFailed(true),
      )
    }, [])
    useEffect(() => {
      if (!Loaded) show()
    }, [Loaded, show])
    if (Loaded) return <Loaded {...props} />
    if (isFailed) return <PartFailed onRetry={show} />
    return Waiting ? <Waiting {...props} /> : null
  }

  return Object.assign(Part, {
    preload: () =>
      // The component itself shows a failure.
      fetchPart().catch(() => {}),
    isThere: () => known !== undefined,
  })
}

/** Says that a script could not be loaded, with a retry button. */
export function PartFailed({ onRetry }: { onRetry: (event: MouseEvent) => void }) {
  const t = useTexts('ui')
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const watching = new AbortController()
    watchOffline(setOffline, watching.signal)
    return () => watching.abort()
  }, [])
  return (
    <p className="part-failed" role="alert">
      {t(isOffline ? 'partOffline' : 'partFailed')}{' '}
      <button type="button" className="link" onClick={onRetry}>
        {t('tryAgain')}
      </button>
    </p>
  )
}
