import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A wait only ends a hung test; a busy machine may be slow.
configure({ asyncUtilTimeout: 30_000 })

// The library sets this in the first file of a process only. React then reports updates that a test does not await.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// happy-dom does not know <search> yet, and React warns of elements that the browser does not know.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: HTMLUnknownElement) {
    return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
  },
})

/** Unmounts what a test has rendered, so that the next one starts with an empty page. */
afterEach(cleanup)
