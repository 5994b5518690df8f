/** A browser's storage, or any other store of strings. It may throw; callers tolerate a full or forbidden store. */
type StringStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** This browser's storage. If it is forbidden or full, reads find nothing and writes are lost. */
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
