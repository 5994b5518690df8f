import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The timeout only ends a hung test; a busy machine may be slow.
configure({ asyncUtilTimeout: 30_000 })

// With this setting, React reports updates that a test does not await. The library sets it only in the first file of a
// process.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// happy-dom does not support <search> yet, and React warns about unknown elements.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: HTMLUnknownElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})

/** Unmounts what a test has rendered, so that the next one starts with an empty page. */
afterEach(cleanup)
