/** The fields that somebody has typed since `saved` was sent. A field that is saved as it is shows the stored value again. */
export function unsavedFields<Fields extends object>(typed: Fields, saved: Fields): Fields {
  const unsaved = { ...typed }
  for (const name in saved) if (unsaved[name] === saved[name]) delete unsaved[name]
  return unsaved
}
