/** A browser's storage, or any other store of strings. It may throw: a full or forbidden store is no error here. */
export type StringStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

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
