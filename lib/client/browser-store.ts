import type { StringStore } from './recent-searches.ts'

/** This browser's storage. Where it is forbidden or full, reading finds nothing and writing keeps nothing. */
export const browserStore: StringStore = {
  getItem: (key) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => attempt(() => localStorage.setItem(key, value)),
  removeItem: (key) => attempt(() => localStorage.removeItem(key)),
}

function attempt<Value>(use: () => Value): Value | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
